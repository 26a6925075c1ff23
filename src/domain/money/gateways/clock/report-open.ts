import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { incidents } from '#db/schema/core/incidents.ts'
import { ATTEMPT_DIRECTIONS, type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type IncidentRef, refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { ordersOfPayins } from '#domain/money/above.ts'
import { formatMoney } from '#kernel/format.ts'
import { dayOf } from '#kernel/period.ts'
import { DAY_MS, HOUR_MS, iso } from '#kernel/time.ts'
import { GATEWAY_IDS, type GatewayId } from '#providers/gateways.ts'
import { SILENT, UNSENT } from '../matters.ts'

/** Ages of an open attempt after which a person is told, in ms (docs/gateways.md, Incidents). */
const UNSENT_FOR_MS = HOUR_MS
const PAYOUT_OPEN_FOR_MS = 6 * HOUR_MS
const PAYIN_OPEN_FOR_MS = DAY_MS

const BATCH = 30

/** SQL text, because a bound value would keep SQLite from the partial index. */
const isUnreported = sql`status = 'pending' AND reported_at IS NULL`

/**
 * Tells a person of every attempt that is open for too long, once. Unsent attempts are one incident for each gateway and day, which says
 * how many they are; each other attempt has its own.
 * @returns how many attempts were reported
 */
export async function reportOpenMovements(ctx: Ctx): Promise<number> {
  const t = gatewayTransactions
  const olderThan = (ms: number, condition: SQL | undefined) =>
    ctx.db
      .select()
      .from(t)
      .where(and(isUnreported, lte(t.createdAt, ctx.now - ms), condition))
      .orderBy(t.createdAt)
      .limit(BATCH)
  const sentBefore = (ms: number) => lte(t.sentAt, ctx.now - ms)
  const [unsent, out, into] = await readTogether(
    ctx.db,
    olderThan(UNSENT_FOR_MS, isNull(t.sentAt)),
    olderThan(
      PAYOUT_OPEN_FOR_MS,
      and(sentBefore(PAYOUT_OPEN_FOR_MS), ATTEMPT_DIRECTIONS.incoming.notIn('gateway_transactions.kind')),
    ),
    olderThan(
      PAYIN_OPEN_FOR_MS,
      and(sentBefore(PAYIN_OPEN_FOR_MS), ATTEMPT_DIRECTIONS.incoming.in('gateway_transactions.kind')),
    ),
  )
  const silent = [...out, ...into]
  for (const gateway of GATEWAY_IDS) {
    const stuck = unsent.filter((tx) => tx.gateway === gateway)
    if (stuck.length > 0) await commit(ctx, reportUnsent(ctx, await refOfDay(ctx, gateway), gateway, stuck))
  }
  if (silent.length > 0) await commit(ctx, [...(await reportSilent(ctx, silent)), markReported(ctx, silent)])
  return unsent.length + silent.length
}

/** FROM and WHERE of a gateway's attempts that have been unsent for too long. */
const stuckUnsent = (ctx: Ctx, gateway: GatewayId): SQL => sql`
  FROM gateway_transactions g WHERE g.gateway = ${gateway} AND g.next_check_at IS NOT NULL AND g.status = 'pending' AND g.sent_at IS NULL
    AND g.created_at <= ${ctx.now - UNSENT_FOR_MS}`

/** The incident of the day; if that one is resolved, another: attempts that cannot be sent later are a new matter. */
async function refOfDay(ctx: Ctx, gateway: GatewayId): Promise<IncidentRef> {
  const ofDay = refOf(UNSENT, `${gateway}:${dayOf(ctx.now)}`)
  const [today] = await ctx.db.select({ status: incidents.status }).from(incidents).where(eq(incidents.ref, ofDay))
  return today?.status === 'RESOLVED' ? refOf(UNSENT, `${gateway}:${iso(ctx.now)}`) : ofDay
}

/**
 * Reports unsent attempts together, because one refused token keeps all of a gateway's back. Later ones are added to the number of the
 * day.
 */
function reportUnsent(ctx: Ctx, ref: IncidentRef, gateway: GatewayId, stuck: GatewayTransaction[]): Write[] {
  const [oldest] = stuck
  const explained = `La passerelle ${gateway} refuse notre accès ou ne peut pas être jointe ; le plus ancien est ${oldest?.reference}. L'envoi est essayé chaque heure.`
  const counted = sql`(SELECT count(*) ${stuckUnsent(ctx, gateway)})`
  return [
    // An attempt that leaves meanwhile is reported as silent, if it is.
    markReported(ctx, stuck, isNull(gatewayTransactions.sentAt)),
    openIncident(ctx, {
      ref,
      severity: 'HIGH',
      title: `${stuck.length} ${stuck.length === 1 ? 'mouvement non envoyé' : 'mouvements non envoyés'}`,
      description: explained,
    }),
    ctx.db
      .update(incidents)
      .set({ title: sql`${counted} || ' mouvements non envoyés'` })
      .where(and(eq(incidents.ref, ref), sql`${counted} > 1`)),
  ]
}

/**
 * Tells a person of each attempt that waits too long for its verdict: under its order, or under the first of several, and names all of
 * them.
 */
export async function reportSilent(ctx: Ctx, silent: GatewayTransaction[]): Promise<Write[]> {
  const paid = await selectPaidOrders(ctx, silent)
  return silent.map((tx) => {
    const its = paid.filter(({ payinId }) => payinId === tx.id)
    const [first] = its
    const whatFor = first ? ` pour ${its.map(({ number }) => number).join(', ')}` : ''
    return openIncident(ctx, {
      ref: refOf(SILENT, tx.id),
      severity: 'HIGH',
      title: 'Mouvement sans verdict de la passerelle',
      description: `${formatMoney(tx)} sous ${tx.reference}${whatFor}, passerelle ${tx.gateway}, attend depuis ${hours(ctx.now - tx.createdAt)} heures. Vérifiez avec l'opérateur et décidez.`,
      ...(first && { orderId: first.id }),
    })
  })
}

/** The orders that these payins pay: a payin of a checkout has several. */
const selectPaidOrders = (ctx: Ctx, payins: GatewayTransaction[]) =>
  ctx.db.all<{ payinId: string; id: string; number: string }>(ordersOfPayins(payins.map(({ id }) => id)))

const hours = (ms: number) => Math.floor(ms / HOUR_MS)

const markReported = (ctx: Ctx, all: GatewayTransaction[], condition?: SQL): Write =>
  ctx.db
    .update(gatewayTransactions)
    .set({ reportedAt: ctx.now })
    .where(
      and(
        inArray(
          gatewayTransactions.id,
          all.map(({ id }) => id),
        ),
        condition,
      ),
    )
