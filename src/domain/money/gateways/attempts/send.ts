import { and, eq, sql } from 'drizzle-orm'
import { retryOnStale } from '#db/commit.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { gatewayTransactions } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { IS_OPEN } from '#domain/core/incidents/matter.ts'
import { report } from '#kernel/report.ts'
import { stumbleBehind } from '#kernel/stumble.ts'
import { UNSENT } from '../matters.ts'
import { PURPOSE_HANDLERS } from '../purposes.ts'
import { getTransaction, isUnsent } from '../queries.ts'
import { applyReading } from '../readings/apply.ts'
import { comesIn, nextTry } from '../readings/decide.ts'
import { closeUnsent } from './close-unsent.ts'
import { finish } from './finish.ts'

/**
 * Makes the call of an intent, once, and applies the gateway's answer. One conditional write claims the intent first if its subject still
 * wants it, so the request and the sweep never both call (docs/gateways.md, Who sends). If the database stumbles, the sweep does the rest.
 */
export async function send(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  try {
    return await claimAndCall(ctx, tx)
  } catch (error) {
    if (!stumbleBehind(error)) throw error
    report('movement left to the sweep', { movement: tx.id }, error)
    return tx
  }
}

async function claimAndCall(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  const mine = tx.sentAt === null ? await claim(ctx, tx) : tx
  if (!mine) return getTransaction(ctx, tx.id)
  const outcome = await ctx.providers.gateways[mine.gateway].send(mine)
  const behind = tx.reportedAt === null ? [] : closeUnsent(ctx)
  if (outcome.kind === 'pending' && comesIn(mine)) {
    // Nothing is decided, and the payer waits for our answer. If this write is lost, the sweep finds the attempt by our reference.
    // The key of the request holds for what the request decides, not for what the gateway said.
    ctx.later(() => applyReading({ ...ctx, keyUse: undefined }, mine, { outcome }, behind))
    return { ...mine, externalId: outcome.externalId ?? null, state: outcome.state ?? null }
  }
  if (outcome.kind !== 'notSent') return applyReading(ctx, mine, { outcome }, behind)
  return unsend(ctx, { ...mine, reportedAt: tx.reportedAt })
}

/** Sends, for the sweep, an attempt that its act could not send; ends it as failed if nobody wants it any more. */
export async function sendDue(ctx: Ctx, seen: GatewayTransaction): Promise<GatewayTransaction> {
  const tx = await endUnlessWanted(ctx, seen)
  if (tx.status !== 'pending' || tx.sentAt !== null) return tx
  const { unsentFor } = PURPOSE_HANDLERS[tx.purpose]
  if (unsentFor === undefined) return send(ctx, tx)
  const nextCheckAt = tx.createdAt + unsentFor
  const mine = and(eq(gatewayTransactions.id, tx.id), isUnsent)
  await ctx.db.update(gatewayTransactions).set({ nextCheckAt }).where(mine)
  return { ...tx, nextCheckAt }
}

/** Ends an attempt that was never sent if its subject no longer wants it: nobody was asked for the money. */
export async function endUnlessWanted(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  const { wanted, unsentFor } = PURPOSE_HANDLERS[tx.purpose]
  if (unsentFor !== undefined) return tx.createdAt + unsentFor > ctx.now ? tx : endUnsent(ctx, tx)
  const [row] = await ctx.db.all<{ wanted: number }>(sql`SELECT ${wanted(tx)} AS wanted`)
  return row?.wanted ? tx : endUnsent(ctx, tx)
}

const endUnsent = (ctx: Ctx, seen: GatewayTransaction): Promise<GatewayTransaction> =>
  retryOnStale(async () => {
    const tx = await getTransaction(ctx, seen.id)
    if (tx.status !== 'pending' || tx.sentAt !== null) return tx
    await commit(ctx, await finish(ctx, tx, 'failed'))
    return getTransaction(ctx, tx.id)
  })

/** Claims an unsent attempt for its call. A report as unsent is no report as silent: the report starts again. */
async function claim(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction | undefined> {
  const unclaimed = and(isUnsent, PURPOSE_HANDLERS[tx.purpose].wanted(tx))
  const [row] = await ctx.db
    .update(gatewayTransactions)
    .set({ sentAt: ctx.now, reportedAt: null })
    .where(and(eq(gatewayTransactions.id, tx.id), unclaimed))
    .returning()
    .catch((error: unknown) => claimedJustNow(ctx, tx, error))
  return row
}

/**
 * Takes an intent whose claim lost its answer: nobody else claims it in the instant of its creation, so that time says that this act did.
 */
async function claimedJustNow(ctx: Ctx, { id, createdAt }: GatewayTransaction, error: unknown) {
  if (!stumbleBehind(error)?.mayBeDone || createdAt !== ctx.now) throw error
  const row = await getTransaction(ctx, id)
  if (row.sentAt !== ctx.now) throw error
  return [row]
}

/**
 * Releases an attempt whose call certainly never arrived, so that the sweep sends it again: later and later, so that others do not wait for
 * it.
 */
async function unsend(ctx: Ctx, mine: GatewayTransaction): Promise<GatewayTransaction> {
  // If its incident ended while it was sent, people are told again.
  const reportedAt = mine.reportedAt !== null && (await isTold(ctx, mine)) ? mine.reportedAt : null
  const set = { sentAt: null, checks: mine.checks + 1, nextCheckAt: nextTry(mine, ctx.now), reportedAt }
  await ctx.db
    .update(gatewayTransactions)
    .set(set)
    .where(and(eq(gatewayTransactions.id, mine.id), eq(gatewayTransactions.status, 'pending')))
  return { ...mine, ...set }
}

async function isTold(ctx: Ctx, { gateway }: GatewayTransaction): Promise<boolean> {
  const [told] = await ctx.db.all(
    sql.raw(`
    SELECT 1 FROM incidents i WHERE i.ref GLOB '${UNSENT.name}:${gateway}:*' AND ${IS_OPEN} AND i.opened_by IS NULL LIMIT 1`),
  )
  return told !== undefined
}
