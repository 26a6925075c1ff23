import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { closeWaiting } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import type { NewRefund, OwnRefund } from '../refund.ts'
import { endRequest } from '../requests.ts'

/** The next attempt of a refund begins: the row as it is then, in PROCESSING, behind the writes that make it so. */
export function beginAttempt<Row extends OwnRefund>(ctx: Ctx, { row, writes }: NewRefund<Row>): NewRefund<Row> {
  const { amountMinor, commissionMinor, kind, phone, network, country, restBy } = row
  const set = { amountMinor, commissionMinor, kind, phone, network, country, restBy }
  return {
    row: { ...row, ...set, attempt: row.attempt + 1, status: 'PROCESSING', version: row.version + 1 },
    writes: [
      ...writes,
      ...transition(ctx, refundMachine, row, 'start', { set }),
      ...(row.status === 'AWAITING_CODE' ? [endRequest(ctx, row.id, 'OVERTAKEN')] : []),
      ...(row.status === 'FAILED' ? [] : closeWaiting(ctx, row)),
    ],
  }
}
