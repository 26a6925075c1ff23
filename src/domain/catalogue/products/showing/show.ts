import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { type ProductRow, selectProductsWhere } from '../queries.ts'
import { type ProductView, viewOwnProduct, viewProduct } from '../view.ts'

/**
 * Shows a product by its id (docs/states.md, Who sees a product): to guests if it is public, to its seller and staff in any status.
 * @throws 404
 */
export const showProduct = (ctx: Ctx, id: string) => show(ctx, sql`p.id = ${id}`)

/** Shows a product by its slug, as `showProduct` does by its id. */
export const showProductBySlug = (ctx: Ctx, slug: string) => show(ctx, sql`p.slug = ${slug}`)

async function show(ctx: Ctx, condition: SQL): Promise<ProductView> {
  const [row] = await selectProductsWhere(ctx, sql`${condition} AND p.deleted_at IS NULL`)
  if (!row) fail('NOT_FOUND')
  if (isOwnOrStaff(ctx, row)) return viewOwnProduct(ctx, row)
  const isPublic = row.isVisible && (row.expiresAt === null || row.expiresAt > ctx.now)
  return isPublic ? viewProduct(ctx, row) : fail('NOT_FOUND')
}

function isOwnOrStaff(ctx: Ctx, row: ProductRow): boolean {
  const person = personOf(ctx)
  return isStaff(person?.role) || (person?.role === 'SELLER' && person.sellerProfileId === row.sellerProfileId)
}
