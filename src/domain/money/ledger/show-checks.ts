import { readTogether } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectChecks, viewChecks } from './last-verdicts.ts'

/** Shows the last verdicts about the laws of docs/money.md, Laws. */
export async function showChecks(ctx: Ctx) {
  return viewChecks(await readTogether(ctx.db, ...selectChecks(ctx)))
}
