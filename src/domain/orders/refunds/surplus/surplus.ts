import { eq, sql } from 'drizzle-orm'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { REFUNDS_IN_FLIGHT, SURPLUS } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { fail } from '#kernel/failure.ts'
import { beginAttempt } from '../attempts/begin-attempt.ts'
import type { RefundRow, RefundWithParts } from '../refund.ts'

const PREFIX = 'surplus:'
/** The id of the surplus of a payin; the id of the payin itself names the money that pays. */
export const surplusOf = ({ id }: Pick<GatewayTransaction, 'id'>) => `${PREFIX}${id}`

/** Gives back what a payin brought beside what it pays: it touches neither its order nor the payment of its subscription. */
export const isSurplus = ({ payinId }: Pick<RefundRow, 'payinId'>) => payinId?.startsWith(PREFIX) === true

/** SQL: the payin `g` of a surplus was taken back. A payin that had brought too little is failed then, and has brought nothing. */
export const SURPLUS_TAKEN_BACK = sql.raw(`(g.status = 'reversed' OR g.status = 'failed' AND g.received_minor IS NULL)`)
export const isSurplusTakenBack = ({ status, receivedMinor }: GatewayTransaction) =>
  status === 'reversed' || (status === 'failed' && receivedMinor === null)

/** The movement that brought what a refund of a surplus gives back. */
export async function getSurplusPayin(ctx: Ctx, { payinId }: Pick<RefundRow, 'payinId'>): Promise<GatewayTransaction> {
  const id = payinId?.slice(PREFIX.length) ?? ''
  const [payin] = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.id, id))
  return payin ?? fail('NOT_FOUND')
}

/** Key and amount of the transfers of an attempt. */
export const movedOfSurplus = ({ id, attempt: tries, amountMinor, currency }: RefundRow) => ({
  ref: `${id}:${tries}:surplus`,
  amountMinor,
  currency,
})

/** Takes the money of a refund from where the surplus lies apart, without a call. */
export function debitSurplus(ctx: Ctx, refund: RefundRow): RefundWithParts<RefundRow> {
  const { row, writes } = beginAttempt(ctx, { row: refund, writes: [] })
  const taken = post(ctx, { kind: 'refund:taken', from: SURPLUS, to: REFUNDS_IN_FLIGHT, ...movedOfSurplus(row) })
  return { row, parts: { surplus: row.amountMinor }, writes: [...writes, ...taken] }
}
