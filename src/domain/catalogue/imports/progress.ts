import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { type ImportError, productImportLines, productImports } from '#db/schema/catalogue/imports.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { ImportRow } from './queries.ts'

/** Another run of the import came first, and goes on by itself. */
export const IMPORT_MOVED = guard('IMPORT_MOVED', 'CONFLICT')

/** Most errors that one import keeps. */
const MOST_ERRORS = 1000
export const capErrors = (errors: ImportError[]) => errors.slice(0, MOST_ERRORS)

type Step = { cursor: number; done: number; told: ImportError[] }

/** Saves the progress of an import, and the errors of its last lines; only one run can do so from the same cursor. */
export function advance(ctx: Ctx, row: ImportRow, { cursor, done, told }: Step): Write[] {
  const isTold = told.length > 0 && row.errors.length < MOST_ERRORS
  return save(ctx, row, {
    cursor,
    done: sql`done + ${done}`,
    failures: 0,
    ...(isTold && { errors: capErrors([...row.errors, ...told]) }),
  })
}

/** Ends an import: the shop's next one can start. The fault that ended it replaces the last error if there are too many. */
export async function endImport(ctx: Ctx, row: ImportRow, fault?: ImportError): Promise<void> {
  const errors = fault && [...row.errors.slice(0, MOST_ERRORS - 1), fault]
  await commit(ctx, [
    ...save(ctx, row, { status: 'DONE', ...(errors && { errors }) }),
    ctx.db.delete(productImportLines).where(eq(productImportLines.importId, row.id)),
  ])
}

/** Counts a failure of the import, whose lines stay as they were. */
export const countFailure = (ctx: Ctx, row: ImportRow) => commit(ctx, save(ctx, row, { failures: row.failures + 1 }))

const save = (
  ctx: Ctx,
  { id, cursor }: ImportRow,
  set: Parameters<ReturnType<typeof ctx.db.update<typeof productImports>>['set']>[0],
): Write[] => [
  ctx.db
    .update(productImports)
    .set({ ...set, updatedAt: ctx.now })
    .where(sql`id = ${id} AND cursor = ${cursor} AND status = 'RUNNING'`),
  abortUnlessChanged(ctx.db, IMPORT_MOVED),
]
