import type { GatewayTransaction } from '../../../src/db/schema/money/gateways.ts'
import { commit } from '../../../src/domain/core/commit.ts'
import { earmark, release } from '../../../src/domain/orders/orders/money.ts'
import { findOrder, type OrderFile } from '../../../src/domain/orders/orders/queries.ts'
import { type RefundRow, type refundInFull, refundsOf } from '../../../src/domain/orders/refunds/start.ts'
import type { TestDomain } from '../../in-node/domain.ts'
import { addPaidOrder } from '../../in-node/people.ts'

/** What came in for the order that `addPaidOrder` makes. */
export const PAID = { currency: 'USD', subtotalMinor: 2000, feeMinor: 151 } as const

/** What the tests of refunds do to the one order `o1` and read of it. */
export function refundsOn(domain: TestDomain) {
  const { ctx } = domain
  const fileOf = async (id = 'o1') => (await findOrder(ctx, id)) as OrderFile
  return {
    fileOf,
    refundRow: async () => (await refundsOf(ctx, 'o1'))[0] as RefundRow,
    /** Paid, accepted with a commission of 67 and, if told, completed. */
    async accepted(isCompleted = false) {
      const reached = JSON.stringify(isCompleted ? { ACCEPTED: 1, COMPLETED: 2 } : { ACCEPTED: 1 })
      addPaidOrder(domain, { commission_minor: 67, reached_at: reached })
      await commit(ctx, earmark(ctx, await fileOf(), PAID, 67))
      if (isCompleted) await commit(ctx, release(ctx, await fileOf(), PAID))
    },
    /** Commits a refund that begins. @returns what is asked of the gateway */
    async started(refund: ReturnType<typeof refundInFull>): Promise<GatewayTransaction> {
      await commit(ctx, refund.writes)
      return refund.intent as GatewayTransaction
    },
    historyOf: (thing: string) =>
      domain
        .rows<{ event: string; to_status: string }>(
          'SELECT event, to_status FROM history WHERE thing = ? ORDER BY version',
          thing,
        )
        .map(({ event, to_status }) => `${event} ${to_status}`),
    entries: () =>
      domain
        .rows('SELECT owner_id, type, amount_minor, balance_after_minor, order_id FROM wallet_entries ORDER BY rowid')
        .map((row) => Object.values(row).join(' ')),
  }
}
