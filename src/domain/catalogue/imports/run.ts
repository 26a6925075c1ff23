import { asc, eq, sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortUnlessChanged, abortWhen, guard } from '../../../db/guard.ts'
import { type ImportError, productImportLines, productImports } from '../../../db/schema/catalogue/imports.ts'
import { users } from '../../../db/schema/people/users.ts'
import { sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import { Stale } from '../../../db/violation.ts'
import { Failure } from '../../../kernel/failure.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { requireSubscription, withinPlan } from '../products/plan-limits.ts'
import { refreshVisibility } from '../products/visibility.ts'
import type { Line } from './check.ts'
import { type ImportRow, type Known, knownBySku, selectImport, selectKnown } from './queries.ts'
import { createLines, updateLines } from './write-lines.ts'

/** Lines that one step takes in. */
const LOT = 100
/** Steps of one import in one turn of its job. */
const STEPS = 10

const IMPORT_MOVED = guard('IMPORT_MOVED', 'CONFLICT')
const SHOP_SHUT = guard('IMPORT_SHOP_SHUT', 'CONFLICT', { message: "La boutique n'est plus ouverte." })

/** Imports that wait for their next step, the longest first. */
export const dueImports = (ctx: Ctx, limit: number) =>
  ctx.db.all<{ id: string }>(
    sql`SELECT i.id FROM product_imports i WHERE i.status = 'RUNNING' ORDER BY i.created_at LIMIT ${limit}`,
  )

/**
 * Takes in some more of an import (docs/states.md, Import of products). A step writes its lines and how far it came in one
 * commit, so twice, or after a crash, it writes nothing twice.
 */
export async function runImport(ctx: Ctx, id: string): Promise<void> {
  for (let step = 0; step < STEPS; step++) if (!(await runStep(ctx, id))) return
}

async function runStep(ctx: Ctx, id: string): Promise<boolean> {
  const [[row], [seller]] = await readTogether(ctx.db, selectImport(ctx, id), selectSeller(ctx, id))
  if (row?.status !== 'RUNNING' || !seller) return false
  const waiting = await ctx.db
    .select({ content: productImportLines.content })
    .from(productImportLines)
    .where(sql`import_id = ${id} AND line > ${row.cursor}`)
    .orderBy(asc(productImportLines.line))
    .limit(LOT)
  const lines = waiting.map(({ content }): Line => JSON.parse(content))
  if (lines.length === 0) {
    await unlessMoved(() =>
      commit(ctx, [
        ...advance(ctx, row, row.cursor, 0, 'DONE'),
        ctx.db.delete(productImportLines).where(eq(productImportLines.importId, id)),
      ]),
    )
    return false
  }
  const asSeller: Ctx = {
    ...ctx,
    caller: {
      kind: 'person',
      actor: {
        ...seller,
        role: 'SELLER',
        sessionId: '',
        provenAt: null,
        phone: null,
        hasSecondFactor: false,
        riderId: null,
      },
    },
  }
  return takeIn(asSeller, row, lines)
}

const selectSeller = (ctx: Ctx, importId: string) =>
  ctx.db
    .select({ id: users.id, email: users.email, sellerProfileId: productImports.sellerProfileId })
    .from(productImports)
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, productImports.sellerProfileId))
    .innerJoin(users, eq(users.id, sellerProfiles.userId))
    .where(eq(productImports.id, importId))

/** Together; where something stands against that, one by one, so that it is told of its own line. */
async function takeIn(ctx: Ctx, row: ImportRow, lines: Line[]): Promise<boolean> {
  const last = lines.at(-1)?.line ?? row.cursor
  try {
    const writes = await writesOf(ctx, row, lines)
    await commit(ctx, [...advance(ctx, row, last, lines.length), ...writes])
    return true
  } catch (error) {
    if (error instanceof Stale) return true
    if (!(error instanceof Failure)) throw error
    if (error.message === MOVED) return false
    if (lines.length > 1) return oneByOne(ctx, row, lines)
    const told: ImportError = { line: last, field: fieldOf(error), message: error.message }
    return unlessMoved(() => commit(ctx, advance(ctx, row, last, 0, 'RUNNING', told)))
  }
}

async function oneByOne(ctx: Ctx, row: ImportRow, lines: Line[]): Promise<boolean> {
  let cursor = row.cursor
  for (const line of lines) {
    if (!(await takeIn(ctx, { ...row, cursor }, [line]))) return false
    cursor = line.line
  }
  return true
}

const fieldOf = ({ reason }: Failure) =>
  reason === 'INSUFFICIENT_STOCK' ? 'stock' : reason === 'IN_USE' ? 'currency' : 'sku'

/** A run that came first goes on by itself. */
async function unlessMoved(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Failure && error.message === MOVED) return false
    throw error
  }
}
const MOVED = new Failure('CONFLICT').message

/** How far it came, which only one run can say of one place. */
const advance = (
  ctx: Ctx,
  { id, cursor: from }: ImportRow,
  cursor: number,
  done: number,
  status: ImportRow['status'] = 'RUNNING',
  told?: ImportError,
): Write[] => [
  ctx.db
    .update(productImports)
    .set({
      cursor,
      status,
      done: sql`done + ${done}`,
      ...(told && { errors: sql`json_insert(errors, '$[#]', json(${JSON.stringify(told)}))` }),
      updatedAt: ctx.now,
    })
    .where(sql`id = ${id} AND cursor = ${from} AND status = 'RUNNING'`),
  abortUnlessChanged(ctx.db, IMPORT_MOVED),
]

async function writesOf(ctx: Ctx, { shopId, sellerProfileId }: ImportRow, lines: Line[]): Promise<Write[]> {
  const known = knownBySku(
    await selectKnown(
      ctx,
      shopId,
      lines.map(({ sku }) => sku),
    ),
  )
  const there: { line: Line; now: Known }[] = []
  const fresh: Line[] = []
  for (const line of lines) {
    const now = known.get(line.sku)
    if (now === 'several')
      throw new Failure('CONFLICT', { message: 'Plusieurs produits de la boutique portent cette référence.' })
    if (now) there.push({ line, now })
    else fresh.push(line)
  }
  const isShut = sql`NOT EXISTS (SELECT 1 FROM shops s WHERE s.id = ${shopId} AND s.status NOT IN ('SUSPENDED', 'CLOSED'))`
  return [
    requireActiveActor(ctx),
    abortWhen(ctx.db, SHOP_SHUT, isShut),
    ...updateLines(ctx, shopId, there),
    ...createLines(ctx, { shopId, sellerProfileId }, fresh),
    requireSubscription(ctx, sellerProfileId),
    ...(fresh.length > 0 ? [withinPlan(ctx, sellerProfileId)] : []),
    ...(there.length > 0 ? refreshVisibility(ctx, sellerProfileId) : []),
  ]
}
