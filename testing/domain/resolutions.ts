import { sql } from 'drizzle-orm'
import { retryOnStale } from '#db/commit.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { bookDecision, staleIfMoved } from '#domain/money/gateways/by-hand/book-decision.ts'
import type { AttemptOutcome } from '#domain/money/gateways/notices.ts'
import { getTransaction } from '#domain/money/gateways/queries.ts'

/**
 * Decides as an ADMIN about an attempt that its gateway leaves open and an incident is about, as their code approves it.
 * @param name the movement's id or reference, or the payout or refund of which it is the last
 */
export async function decideByHand(
  ctx: Ctx,
  name: string,
  { outcome, note, amountMinor = null }: { outcome: AttemptOutcome; note: string; amountMinor?: number | null },
): Promise<GatewayTransaction> {
  let tries = 0
  return retryOnStale(async () => {
    tries++
    const [found] = await ctx.db.all<{ id: string }>(sql`
      SELECT id FROM gateway_transactions WHERE ${name} IN (id, reference, subject_id)
      ORDER BY id = ${name} DESC, created_at DESC, id DESC LIMIT 1`)
    const tx = await getTransaction(ctx, found?.id ?? '')
    // By hand, because a test may let another request commit when this one draws its first id.
    await ctx.db.run(sql`
      INSERT OR IGNORE INTO incidents (id, type, ref, severity, title, description, created_at, updated_at)
      VALUES (${`incident-${tx.id}`}, 'PAYMENT', ${`silent:${tx.id}`}, 'HIGH', 'Sans verdict', 'Attend.', ${ctx.now}, ${ctx.now})`)
    await ctx.db.run(sql`
      INSERT OR IGNORE INTO history (thing_id, version, thing, event, to_status, caller, at)
      VALUES (${`incident-${tx.id}`}, 1, 'incident', 'open', 'OPEN', 'cron', ${ctx.now})`)
    const decision = { outcome, note, receivedMinor: amountMinor, targetId: name }
    await bookDecision(ctx, tx, decision, { isByHand: true }).catch((error: unknown) => {
      throw staleIfMoved(error, tries)
    })
    return getTransaction(ctx, tx.id)
  })
}
