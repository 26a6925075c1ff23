import { seen } from './lies.ts'
import type { Kind, Movement, State } from './movements.ts'
import { wordOf } from './movements.ts'

export type PawapayKind = 'deposit' | 'payout' | 'refund'

export const idField = (kind: Kind) => `${kind}Id`

/** One movement as gateway A shows it: in a status read, or flat in a callback that says `said`. */
export function viewOf(movement: Movement, { said, extra = [] }: { said: State | 'read'; extra?: string[] }) {
  const { id, amount, currency, state } = seen(movement, said, extra)
  const account = { type: 'MMO', accountDetails: { phoneNumber: movement.phone, provider: movement.network } }
  const failureCode = movement.failureCode ?? 'UNSPECIFIED_FAILURE'
  return {
    [idField(movement.kind)]: id,
    ...(movement.kind === 'refund' && { depositId: movement.depositId }),
    status: wordOf(movement, state),
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
