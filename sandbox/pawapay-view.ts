import type { Kind, Movement } from './movements.ts'
import { statusOf } from './movements.ts'
import { type Report, reportedMovement } from './reported-movement.ts'

export type PawapayKind = 'deposit' | 'payout' | 'refund'

export const idField = (kind: Kind) => `${kind}Id`

/** A movement as gateway A shows it, in a status read or a callback. */
export function viewOf(movement: Movement, { report, extraFaults = [] }: { report: Report; extraFaults?: string[] }) {
  const { id, amount, currency, state } = reportedMovement(movement, report, extraFaults)
  const account = { type: 'MMO', accountDetails: { phoneNumber: movement.phone, provider: movement.network } }
  const failureCode = movement.failureCode ?? 'UNSPECIFIED_FAILURE'
  return {
    [idField(movement.kind)]: id,
    ...(movement.kind === 'refund' && { depositId: movement.depositId }),
    status: statusOf(movement, state),
    amount,
    currency,
    country: movement.country,
    [movement.kind === 'deposit' ? 'payer' : 'recipient']: account,
    ...JSON.parse(movement.echo),
    created: new Date(movement.createdAt).toISOString(),
    ...(state === 'succeeded' && { providerTransactionId: `SBX${movement.id.slice(0, 8).toUpperCase()}` }),
    ...(state === 'failed' && { failureReason: { failureCode, failureMessage: `Sandbox: ${failureCode}` } }),
  }
}
