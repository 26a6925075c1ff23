import { asc, eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { isBroken } from '#db/guard.ts'
import { productImportLines, productImports } from '#db/schema/catalogue/imports.ts'
import { users } from '#db/schema/core/users.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { stumbleBehind } from '#kernel/stumble.ts'
import type { Line } from './line.ts'
import { countFailure, endImport, IMPORT_MOVED } from './progress.ts'
import { selectImport } from './queries.ts'
import { type JobTurn, type Step, takeIn, tellRefused } from './take-in.ts'

/** Lines that one step imports. */
const LOT = 100
/** Most steps of one import in one turn of its job, and most commits that they may try together. */
const STEPS = 10
const TRIES = 60
/** After this many turns in a row that throw, the import ends. */
const MOST_FAILURES = 5

/** Selects imports that wait for their next step, the longest first. */
export const dueImports = (ctx: Ctx, limit: number) =>
  ctx.db.all<{ id: string }>(
    sql`SELECT i.id FROM product_imports i WHERE i.status = 'RUNNING' ORDER BY i.created_at LIMIT ${limit}`,
  )

/**
 * Imports more lines while there is time (docs/states.md, Import of products). A step writes its lines and its cursor in one commit, so a
 * repeated step, or one after a crash, writes no line twice.
 */
export async function runImport(ctx: Ctx, id: string, hasTime = () => true): Promise<void> {
  const turn = { hasTime, tries: TRIES }
  for (let step = 0; step < STEPS; step++) if (!(await runStep(ctx, id, turn))) return
}

async function runStep(ctx: Ctx, id: string, turn: JobTurn): Promise<boolean> {
  const [[row], [seller], waiting] = await readTogether(
    ctx.db,
    selectImport(ctx, id),
    selectSeller(ctx, id),
    selectWaiting(ctx, id),
  )
  if (row?.status !== 'RUNNING' || !seller) return false
  const lines = waiting.map(({ content }): Line => JSON.parse(content))
  const step: Step = { ctx: asSeller(ctx, seller), row, turn, refused: [] }
  try {
    if (lines.length === 0) {
      await endImport(ctx, row)
      return false
    }
    const goesOn = await takeIn(step, lines)
    await tellRefused(step)
    return goesOn
  } catch (error) {
    if (isBroken(error, IMPORT_MOVED)) return false
    // An overloaded database is no failure of the file.
    if (!stumbleBehind(error)?.isOverloaded) await Promise.allSettled([noteFailure(step, lines)])
    throw error
  }
}

/** Counts the failure, and ends the import at the fifth in a row: it would else hold back the shop's next import for good. */
async function noteFailure({ ctx, row }: Step, lines: Line[]): Promise<unknown> {
  if (row.failures + 1 < MOST_FAILURES) return countFailure(ctx, row)
  const line = lines[0]?.line ?? row.cursor
  const message = "Une erreur interne a arrêté l'importation : cette ligne et les suivantes n'ont pas été reprises."
  return endImport(ctx, row, { line, field: 'file', message })
}

const selectWaiting = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ content: productImportLines.content })
    .from(productImportLines)
    .where(sql`import_id = ${id} AND line > (SELECT i.cursor FROM product_imports i WHERE i.id = ${id})`)
    .orderBy(asc(productImportLines.line))
    .limit(LOT)

const selectSeller = (ctx: Ctx, importId: string) =>
  ctx.db
    .select({ id: users.id, email: users.email, sellerProfileId: productImports.sellerProfileId })
    .from(productImports)
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, productImports.sellerProfileId))
    .innerJoin(users, eq(users.id, sellerProfiles.userId))
    .where(eq(productImports.id, importId))

const asSeller = (ctx: Ctx, seller: Pick<Actor, 'id' | 'email' | 'sellerProfileId'>): Ctx => ({
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
})
