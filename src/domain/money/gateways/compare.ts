import { and, eq, gte, inArray, lt, or } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { type GatewayTransaction, gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import { formatMoney } from '../../../kernel/format.ts'
import { leastIdAt } from '../../../kernel/ids.ts'
import { DAY_MS, iso } from '../../../kernel/time.ts'
import type { ListedMovement } from '../../../providers/mbiyopay.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { refOf } from '../../core/incidents/matter.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { otherMoney } from './decide.ts'
import { NIGHT_B } from './matters.ts'

/** Ids in one query: D1 binds at most 100 parameters. */
const AT_ONCE = 40

/**
 * Compares yesterday's movements (UTC) with gateway B's own list, and opens an incident for each difference; one also where
 * the list cannot be read to its end (docs/gateways.md, Night job). What is still open on either side is no difference: the
 * sweep asks about it. The list is read a day wider, because its days are not ours to the second.
 */
export async function compareWithGatewayB(ctx: Ctx): Promise<void> {
  const toMs = Math.floor(ctx.now / DAY_MS) * DAY_MS
  const fromMs = toMs - DAY_MS
  const day = iso(fromMs).slice(0, 10)
  const wide = await ctx.providers.mbiyopay.movements(fromMs - DAY_MS, Math.max(ctx.now, toMs))
  if (!wide) {
    await report(ctx, [difference(ctx, `list:${day}`, `La liste du ${day} n'a pas pu être lue jusqu'au bout.`)])
    return
  }
  const listed = wide.filter(({ createdAt = fromMs }) => createdAt >= fromMs && createdAt < toMs)
  const [ours, find] = [await sentBetween(ctx, fromMs, toMs), finderOf(await findListed(ctx, listed))]
  const writes: Write[] = []
  for (const theirs of listed) {
    const tx = find(theirs)
    const said = tx ? whatDiffers(tx, theirs) : isDone(theirs) && 'nous ne le connaissons pas'
    const name = theirs.reference ?? theirs.externalId ?? 'sans identifiant'
    if (said) writes.push(difference(ctx, `${tx?.id ?? name}:${day}`, `Mouvement ${name} : ${said}.`))
  }
  const names = new Set(wide.flatMap(({ reference, externalId }) => [reference, externalId]))
  for (const tx of ours) {
    if (tx.status !== 'succeeded' || names.has(tx.reference) || (tx.externalId && names.has(tx.externalId))) continue
    writes.push(difference(ctx, `${tx.id}:${day}`, `${formatMoney(tx)} (${tx.reference}) : absent de la liste.`))
  }
  await report(ctx, writes)
}

/** Of our attempts the one that a row of the list is about: by our reference, else by its own id. */
function finderOf(known: GatewayTransaction[]) {
  const byReference = new Map(known.map((tx) => [tx.reference, tx]))
  const byExternalId = new Map(known.map((tx) => [tx.externalId ?? '', tx]))
  return ({ reference = '', externalId }: ListedMovement) =>
    byReference.get(reference) ?? (externalId ? byExternalId.get(externalId) : undefined)
}

/** Each call that arrives is another movement there: of two under one reference, one is not ours. */
const isAnother = (tx: GatewayTransaction, { externalId }: ListedMovement) =>
  externalId !== undefined && tx.externalId !== null && externalId !== tx.externalId

const isDone = ({ outcome }: ListedMovement) => outcome.kind === 'succeeded'

/** What the list says otherwise than our books do, in words; nothing where either side is still open. */
function whatDiffers(tx: GatewayTransaction, theirs: ListedMovement): string | undefined {
  if (isDone(theirs)) {
    if (isAnother(tx, theirs))
      return `réussi sous un autre identifiant (${theirs.externalId}) que le nôtre (${tx.externalId})`
    if (tx.status === 'failed') return "réussi chez l'opérateur, échoué chez nous"
    if (tx.status === 'reversed') return "réussi chez l'opérateur, repris chez nous"
    const money = otherMoney(tx, theirs)
    return money === undefined ? undefined : `${money} chez l'opérateur, ${formatMoney(tx)} chez nous`
  }
  if (theirs.outcome.kind === 'declined' && tx.status === 'succeeded')
    return "échoué chez l'opérateur, réussi chez nous"
  return undefined
}

/** What was sent on the day, also where it had been written down on the day before. */
const sentBetween = (ctx: Ctx, fromMs: number, toMs: number) =>
  ctx.db
    .select()
    .from(gatewayTransactions)
    .where(
      and(
        gte(gatewayTransactions.id, leastIdAt(fromMs - DAY_MS)),
        lt(gatewayTransactions.id, leastIdAt(toMs)),
        eq(gatewayTransactions.gateway, 'B'),
        gte(gatewayTransactions.sentAt, fromMs),
        lt(gatewayTransactions.sentAt, toMs),
      ),
    )

/** Our attempts that the list speaks of, by our reference or by its own id. */
async function findListed(ctx: Ctx, listed: ListedMovement[]): Promise<GatewayTransaction[]> {
  const chunks = Array.from({ length: Math.ceil(listed.length / AT_ONCE) }, (_, i) =>
    listed.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  )
  const queries = chunks.map((chunk) =>
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
  return first ? (await readTogether(ctx.db, first, ...others)).flat() : []
}

const namesOf = (chunk: ListedMovement[], key: 'reference' | 'externalId') =>
  chunk.map((each) => each[key]).filter((name) => name !== undefined)

const difference = (ctx: Ctx, key: string, description: string): Write =>
  openIncident(ctx, {
    ref: refOf(NIGHT_B, key),
    severity: 'HIGH',
    title: "Différence avec la liste de l'opérateur B",
    description,
  })

const WRITES_AT_ONCE = 50

async function report(ctx: Ctx, writes: Write[]): Promise<void> {
  for (let i = 0; i < writes.length; i += WRITES_AT_ONCE) await commit(ctx, writes.slice(i, i + WRITES_AT_ONCE))
}
