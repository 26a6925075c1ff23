import type { As, Operation } from './document.ts'

/** A request as the document says that it may be, and what may answer it. */
export type Case = {
  operation: Operation
  as: As
  address: string
  headers: Record<string, string>
  body?: string | FormData
  /** The value that the body was made of. */
  value?: unknown
  /** Refused with one of these and nothing else. */
  mustAnswer?: number[]
}
