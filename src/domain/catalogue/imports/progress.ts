import { eq, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortUnlessChanged, guard } from '../../../db/guard.ts'
import { type ImportError, productImportLines, productImports } from '../../../db/schema/catalogue/imports.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import type { ImportRow } from './queries.ts'

/** Another run of the same import came first, and goes on by itself. */
export const IMPORT_MOVED = guard('IMPORT_MOVED', 'CONFLICT')

/** What is told of the errors of one file. */
const MOST_ERRORS = 1000
export const capped = (errors: ImportError[]) => errors.slice(0, MOST_ERRORS)

type Step = { cursor: number; done: number; told: ImportError[] }

/** How far an import came, which only one run can say of one place. */
export function advance(ctx: Ctx, row: ImportRow, { cursor, done, told }: Step): Write[] {
  const isTold = told.length > 0 && row.errors.length < MOST_ERRORS
  return save(ctx, row, {
    cursor,
    done: sql`done + ${done}`,
    failures: 0,
    ...(isTold && { errors: capped([...row.errors, ...told]) }),
  })
}

/** The import is over: the shop's next one can come. A fault that ended it is told even where no more would be. */
export async function endImport(ctx: Ctx, row: ImportRow, fault?: ImportError): Promise<void> {
  const errors = fault && [...row.errors.slice(0, MOST_ERRORS - 1), fault]
  await commit(ctx, [
    ...save(ctx, row, { status: 'DONE', ...(errors && { errors }) }),
    ctx.db.delete(productImportLines).where(eq(productImportLines.importId, row.id)),
  ])
}

/** Once more it threw, and its lines are where they were. */
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
