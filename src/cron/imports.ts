import { dueImports, runImport } from '../domain/catalogue/imports/run.ts'
import type { Ctx } from '../domain/core/context.ts'
import { drain, type Tick } from './tick.ts'

/** Imports the files of products that sellers sent, some lines of each in turn. */
export const runImports = (ctx: Ctx, tick: Tick): Promise<void> =>
  drain(tick, 'runImports', {
    due: (limit) => dueImports(ctx, limit),
    work: ({ id }) => runImport(ctx, id, tick.hasTime),
  })
