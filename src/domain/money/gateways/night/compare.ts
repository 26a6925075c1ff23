import { and, eq, gte, inArray, lt, or } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { comparedNights, type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { formatMoney } from '#kernel/format.ts'
import { leastIdAt } from '#kernel/ids.ts'
import { DAY_MS, utcDayOf } from '#kernel/time.ts'
import type { ListedMovement, Night } from '#providers/gateway.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { agrees, gatewayWordOf, otherMoney } from '../readings/gateway-word.ts'
import { settleAgreed } from '../readings/settle-agreed.ts'
import { compareRest } from './compare-rest.ts'
import { attemptDiffers, attemptMissing, type Differs, keepDay, listDiffers } from './differences.ts'

/** Ids in one query: D1 binds at most 100 parameters. */
const AT_ONCE = 40

type List = Extract<Night, { by: 'movements' }>['list']

/** Most days that one night compares; the next nights take the rest. */
const DAYS_AT_ONCE = 7

/**
 * Compares each day (UTC) up to yesterday that was not compared completely with the gateway's list, and opens an incident for each
 * difference and for a list that cannot be read (docs/gateways.md, Night job). Then asks about old final attempts that never agreed.
 */
export async function compareAttempts(ctx: Ctx, gateway: GatewayId, list: List): Promise<void> {
  const todayMs = Math.floor(ctx.now / DAY_MS) * DAY_MS
  for (const fromMs of await daysToCompare(ctx, gateway, todayMs))
    if (!(await compareDay(ctx, gateway, list, fromMs))) return
  await compareRest(ctx, gateway, todayMs - DAY_MS)
}

/** Beginnings of the days after the last that was compared completely; on the first night, from the day of the first attempt. */
async function daysToCompare(ctx: Ctx, gateway: GatewayId, todayMs: number): Promise<number[]> {
  const [[last], [oldest]] = await readTogether(
    ctx.db,
    ctx.db.select().from(comparedNights).where(eq(comparedNights.gateway, gateway)),
    ctx.db
      .select({ createdAt: gatewayTransactions.createdAt })
      .from(gatewayTransactions)
      .where(eq(gatewayTransactions.gateway, gateway))
      .orderBy(gatewayTransactions.id)
      .limit(1),
  )
  const yesterdayMs = todayMs - DAY_MS
  const firstMs = last
    ? Date.parse(last.day) + DAY_MS
    : Math.floor((oldest?.createdAt ?? yesterdayMs) / DAY_MS) * DAY_MS
  const days: number[] = []
  for (let at = Math.min(firstMs, yesterdayMs); at <= yesterdayMs && days.length < DAYS_AT_ONCE; at += DAY_MS)
    days.push(at)
  return days
}

/**
 * Compares one day. An attempt that is open on either side is no difference: the sweep asks about it. The list is read a day wider, because
 * the gateway's days may differ from ours by seconds.
 * @returns whether it was compared completely
 */
async function compareDay(ctx: Ctx, gateway: GatewayId, list: List, fromMs: number): Promise<boolean> {
  const toMs = fromMs + DAY_MS
  const day = utcDayOf(fromMs)
  const wide = await list(fromMs - DAY_MS, Math.max(toMs, Math.min(ctx.now, toMs + DAY_MS)))
  if (!wide) {
    await report(ctx, [
      listDiffers(ctx, gateway, `list:${day}`, `La liste du ${day} n'a pas pu être lue jusqu'au bout.`),
    ])
    return false
  }
  const listed = wide.filter(({ createdAt = fromMs }) => createdAt >= fromMs && createdAt < toMs)
  const [ours, known] = [await sentBetween(ctx, gateway, fromMs, toMs), await findListed(ctx, gateway, listed)]
  const find = finderOf(known)
  const writes: Write[] = []
  const agreeing: string[] = []
  for (const theirs of listed) {
    const tx = find(theirs)
    const differs = tx && findDifference(tx, theirs)
    const name = theirs.reference ?? theirs.externalId ?? 'sans identifiant'
    if (differs) writes.push(attemptDiffers(ctx, tx, differs))
    else if (!tx && isDone(theirs))
      writes.push(listDiffers(ctx, gateway, `${name}:${day}`, `Mouvement ${name} : nous ne le connaissons pas.`))
    else if (tx && !isAnother(tx, theirs) && agrees(tx, gatewayWordOf(tx, theirs))) agreeing.push(tx.id)
  }
  const names = new Set(wide.flatMap(({ reference, externalId }) => [reference, externalId]))
  for (const tx of ours) {
    if (names.has(tx.reference) || (tx.externalId && names.has(tx.externalId))) continue
    // A failed attempt need not be in the list; if people decided that it failed, its gateway is asked.
    if (tx.status === 'failed' && tx.decidedAt === null) agreeing.push(tx.id)
    if (tx.status !== 'succeeded') continue
    writes.push(attemptMissing(ctx, tx, `${formatMoney(tx)} (${tx.reference}) : absent de la liste.`))
  }
  await report(ctx, [...writes, ...agreedInTurns(ctx, agreeing)])
  await commit(ctx, [keepDay(ctx, gateway, day)])
  return true
}

const agreedInTurns = (ctx: Ctx, ids: string[]): Write[] =>
  chunksOf(ids, AGREED_AT_ONCE).flatMap((some) => settleAgreed(ctx, some))
const AGREED_AT_ONCE = 500

/** Finds our attempt that a row of the list is about: by our reference, else by the gateway's own id. */
function finderOf(known: GatewayTransaction[]) {
  const byReference = new Map(known.map((tx) => [tx.reference, tx]))
  const byExternalId = new Map(known.map((tx) => [tx.externalId ?? '', tx]))
  return ({ reference = '', externalId }: ListedMovement) =>
    byReference.get(reference) ?? (externalId ? byExternalId.get(externalId) : undefined)
}

/** Another id of the gateway: each call that arrives is another movement there, and of two under one reference one is not ours. */
const isAnother = (tx: GatewayTransaction, { externalId }: ListedMovement) =>
  externalId !== undefined && tx.externalId !== null && externalId !== tx.externalId

const isDone = ({ outcome }: ListedMovement) => outcome.kind === 'succeeded'

/** The difference between the list and our books, in words; undefined if there is none, or either side is open. */
function findDifference(tx: GatewayTransaction, theirs: ListedMovement): Differs | undefined {
  if (isDone(theirs)) {
    if (isAnother(tx, theirs))
      return {
        word: `another:${theirs.externalId}`,
        said: `réussi sous un autre identifiant (${theirs.externalId}) que le nôtre (${tx.externalId})`,
      }
    if (tx.status === 'failed' && tx.receivedMinor === null)
      return { word: 'succeeded', said: "réussi chez l'opérateur, échoué chez nous" }
    if (tx.status === 'reversed') return { word: 'succeeded', said: "réussi chez l'opérateur, repris chez nous" }
    const money = otherMoney(tx, theirs)
    if (money === undefined) return undefined
    return { word: 'amount', said: `${money} chez l'opérateur, ${formatMoney(tx)} chez nous` }
  }
  if (theirs.outcome.kind === 'declined' && tx.status === 'succeeded')
    return { word: 'failed', said: "échoué chez l'opérateur, réussi chez nous" }
  return undefined
}

/** Attempts that were sent on the day, also if they were written down on the day before. */
const sentBetween = (ctx: Ctx, gateway: GatewayId, fromMs: number, toMs: number) =>
  ctx.db
    .select()
    .from(gatewayTransactions)
    .where(
      and(
        gte(gatewayTransactions.id, leastIdAt(fromMs - DAY_MS)),
        lt(gatewayTransactions.id, leastIdAt(toMs)),
        eq(gatewayTransactions.gateway, gateway),
        gte(gatewayTransactions.sentAt, fromMs),
        lt(gatewayTransactions.sentAt, toMs),
      ),
    )

/** Our attempts that the list names, by our reference or by the gateway's own id. */
async function findListed(ctx: Ctx, gateway: GatewayId, listed: ListedMovement[]): Promise<GatewayTransaction[]> {
  const queries = chunksOf(listed, AT_ONCE).map((chunk) =>
    ctx.db
      .select()
      .from(gatewayTransactions)
      .where(
        or(
          inArray(gatewayTransactions.reference, namesOf(chunk, 'reference')),
          inArray(gatewayTransactions.externalId, namesOf(chunk, 'externalId')),
        ),
      ),
  )
  const [first, ...others] = queries
  const known = first ? (await readTogether(ctx.db, first, ...others)).flat() : []
  // Two gateways may give the same id of their own.
  return known.filter((tx) => tx.gateway === gateway)
}

const chunksOf = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

const namesOf = (chunk: ListedMovement[], key: 'reference' | 'externalId') =>
  chunk.map((each) => each[key]).filter((name) => name !== undefined)

const WRITES_AT_ONCE = 50

async function report(ctx: Ctx, writes: Write[]): Promise<void> {
  for (let i = 0; i < writes.length; i += WRITES_AT_ONCE) await commit(ctx, writes.slice(i, i + WRITES_AT_ONCE))
}
