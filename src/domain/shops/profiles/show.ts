import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectProfile } from './queries.ts'
import { type SellerProfileView, viewSellerProfile } from './view.ts'

/**
 * Shows a seller profile to staff and accountants (docs/states.md, Seller profile).
 * @throws 404
 */
export async function showSellerProfile(ctx: Ctx, id: string): Promise<SellerProfileView> {
  const [profile] = await selectProfile(ctx, id)
  return viewSellerProfile(profile ?? fail('NOT_FOUND'))
}
