import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectImport } from './queries.ts'
import { viewImport } from './view.ts'

/**
 * Shows the progress and the errors of the seller's own import (docs/states.md, Import of products).
 * @throws 404
 */
export async function showImport(ctx: Ctx, id: string) {
  const [found] = await selectImport(ctx, id)
  if (found?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
  return viewImport(found)
}
