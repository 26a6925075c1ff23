import { MINUTE_MS } from './time.ts'

/** Time in which a session that proved its owner may change things that give access or receive money. */
export const PROOF_TTL_MS = 10 * MINUTE_MS

/** Whether the owner's proof at `provenAt` still counts now (docs/accounts.md, Proof of the owner). */
export const isProofFresh = (provenAt: number | null, now: number): boolean =>
  provenAt !== null && now - provenAt <= PROOF_TTL_MS
