import type { Money } from '#kernel/money.ts'
import type { Reading } from '#kernel/outcome.ts'
import { type MovementKind, newKeyCache } from '#providers/pawapay.ts'

export type Verdict = 'succeeded' | 'failed'
/** A movement of money as it really happened at a gateway. */
export type Movement = {
  gateway: 'A' | 'B'
  kind: MovementKind | 'payin'
  reference: string
  externalId: string
  money: Money
  /** The number at the other end. */
  phone: string
  status: 'pending' | Verdict
  decidedAt: number
  isSilent: boolean
  /** Whether the gateway told us something false about the verdict: then our books may differ from its own. */
  hasLied: boolean
  createdAt: number
}
export type Claim = {
  verdict: 'verified' | 'unsigned' | 'forged'
  id: string
  transactionId?: string
  reading: Reading
}
export type Callback = { gateway: 'A' | 'B'; kind: MovementKind | 'payin'; dueAt: number; claim: Claim }
/** A change of our money that a gateway made by itself, as its statement says. */
export type Line = {
  gateway: 'A' | 'B'
  kind: 'GATEWAY_FEE' | 'SETTLEMENT' | 'TOP_UP'
  reference: string
  money: Money
}
export type Gateways = {
  movements: Map<string, Movement>
  callbacks: Callback[]
  lines: Line[]
  downUntil: { A: number; B: number }
  /** Until then it answers every call 401 or 403: our key is no longer good. */
  lockedUntil: { A: number; B: number }
  /** Operators of gateway A that move nothing until then. */
  closedUntil: Map<string, number>
  /** Gateway A's public keys, as an isolate keeps them. */
  keys: ReturnType<typeof newKeyCache>
}

export const newGateways = (): Gateways => ({
  movements: new Map(),
  callbacks: [],
  lines: [],
  downUntil: { A: 0, B: 0 },
  lockedUntil: { A: 0, B: 0 },
  closedUntil: new Map(),
  keys: newKeyCache(),
})
