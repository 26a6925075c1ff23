import { and, eq, sql } from 'drizzle-orm'
import { retryOnStale } from '../../../db/commit.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import { report } from '../../../kernel/report.ts'
import { stumbleBehind } from '../../../kernel/stumble.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { IS_OPEN } from '../../core/incidents/matter.ts'
import { applyReading } from './apply.ts'
import { closeUnsent } from './close-unsent.ts'
import { comesIn, nextTry } from './decide.ts'
import { finish } from './finish.ts'
import { UNSENT } from './matters.ts'
import { PURPOSE_HANDLERS } from './purposes.ts'
import { getTransaction, isUnsent } from './queries.ts'

/**
 * Makes the call of an intent, once, and applies what the gateway answers. Only the act that made the intent and the
 * sweep do (docs/gateways.md, Who sends). An intent that was not claimed when it was written is claimed first by one
 * conditional write, which also asks whether its subject still wants it; so the request and the sweep never both call:
 * a gateway may have no idempotency key. The intent is written down: whatever a stumbling database keeps from being written
 * here, the sweep finds.
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
    // Nothing is decided and the payer is waiting for the answer. Should this be lost, the sweep finds the attempt by our
    // reference.
    ctx.later(() => applyReading(ctx, mine, { outcome }, behind))
    return { ...mine, externalId: outcome.externalId ?? null, state: outcome.state ?? null }
  }
  if (outcome.kind !== 'notSent') return applyReading(ctx, mine, { outcome }, behind)
  return unsend(ctx, { ...mine, reportedAt: tx.reportedAt })
}

/** The sweep sends what its act could not, as long as it is wanted. What nobody wants any more ends as failed. */
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

/** Ends an attempt that was never sent, where what it is for is over: nobody was asked for the money. */
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

/** What was reported as unsent was not reported as silent: the report starts again. */
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

/** Nobody else claims an intent in the instant in which it was made: with that time it is this act's, though its answer was lost. */
async function claimedJustNow(ctx: Ctx, { id, createdAt }: GatewayTransaction, error: unknown) {
  if (!stumbleBehind(error)?.mayBeDone || createdAt !== ctx.now) throw error
  const row = await getTransaction(ctx, id)
  if (row.sentAt !== ctx.now) throw error
  return [row]
}

/** It certainly never arrived, so the sweep may send it again: later and later, so that it holds up nobody else. */
async function unsend(ctx: Ctx, mine: GatewayTransaction): Promise<GatewayTransaction> {
  // Where its incident ended while it was being sent, people are told of it anew.
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
