import type { As, Operation } from './document.ts'

export type Wanted = 'valid' | 'invalid'
/** A request to send, and what may answer it. */
export type Case = {
  operation: Operation
  as: As
  wanted: Wanted
  /** What is wrong with it, for an invalid one. */
  how: string
  address: string
  headers: Record<string, string>
  body?: string | FormData | Uint8Array<ArrayBuffer>
  /** What the body was made of. */
  value?: unknown
  /** Refused with one of these and nothing else. */
  mustAnswer?: number[]
}
