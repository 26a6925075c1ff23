import { type SQL, sql } from 'drizzle-orm'
import { fail } from '../../../kernel/failure.ts'
import { isStaff } from '../../../kernel/roles.ts'
import { type Ctx, personOf } from '../../core/context.ts'
import { type ProductRow, readProductsWhere } from './read-products.ts'
import { type ProductView, viewOwnProduct, viewProduct } from './view.ts'

/** One product by its id (docs/states.md, Who sees a product). Guests see what is public; its seller and staff see it in any status. 404. */
export const findProduct = (ctx: Ctx, id: string) => find(ctx, sql`p.id = ${id}`)

/** The same by the readable end of its address. */
export const findProductBySlug = (ctx: Ctx, slug: string) => find(ctx, sql`p.slug = ${slug}`)

async function find(ctx: Ctx, condition: SQL): Promise<ProductView> {
  const [row] = await readProductsWhere(ctx, sql`${condition} AND p.deleted_at IS NULL`)
  if (!row) fail('NOT_FOUND')
  if (isOwnOrStaff(ctx, row)) return viewOwnProduct(ctx, row)
  const isPublic = row.isVisible && (row.expiresAt === null || row.expiresAt > ctx.now)
  return isPublic ? viewProduct(ctx, row) : fail('NOT_FOUND')
}

function isOwnOrStaff(ctx: Ctx, row: ProductRow): boolean {
  const person = personOf(ctx)
  return isStaff(person?.role) || (person?.role === 'SELLER' && person.sellerProfileId === row.sellerProfileId)
}
