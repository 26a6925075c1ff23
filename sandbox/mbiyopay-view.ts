import type { Movement } from './movements.ts'
import { hasFault, statusOf } from './movements.ts'
import { type Report, reportedMovement } from './reported-movement.ts'

const FEE_RATE = 0.025

/** A transaction as gateway B shows it. `amount` is the amount asked for; the fee comes on top, in `charged_amount`. */
export function transactionView(
  movement: Movement,
  { report = movement.state, extraFaults = [] }: { report?: Report; extraFaults?: string[] } = {},
) {
  const { id, amount: text, currency, state } = reportedMovement(movement, report, extraFaults)
  const amount = Number(text)
  // This fault leaves the currency out of the answer.
  const unnamed = hasFault(movement, 'noCurrency') || extraFaults.includes('noCurrency')
  const fee = Math.round(amount * FEE_RATE * 100) / 100
  return {
    transaction_id: id,
    amount,
    fee,
    charged_amount: Math.round((amount + fee) * 100) / 100,
    ...(!unnamed && { currency }),
    order_id: movement.reference,
    status: statusOf(movement, state),
    type: movement.kind,
    payment_method: 'mobile_money',
    redirect_url: null,
    created_at: new Date(movement.createdAt).toISOString(),
    updated_at: new Date(movement.updatedAt).toISOString(),
    metadata: JSON.parse(movement.echo),
  }
}
