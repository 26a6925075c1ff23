import { MINUTE_MS } from './time.ts'

/** How long a session that proved its owner may change what gives access or receives money. */
export const PROOF_TTL_MS = 10 * MINUTE_MS

/** Whether an owner who was proved then counts as proved now (docs/accounts.md, Proof of the owner). */
export const isProofFresh = (provenAt: number | null, now: number): boolean =>
  provenAt !== null && now - provenAt <= PROOF_TTL_MS
