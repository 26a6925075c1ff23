import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { UNITS } from '#db/schema/catalogue/products.ts'
import { isInOpenOrder } from '#domain/catalogue/above.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { editInPlace } from '../edit-in-place.ts'
import { expiryDate, expiryOf, type Place, refuseWithoutExpiry } from '../place.ts'
import { type ProductRow, selectProductsWhere } from '../queries.ts'
import { viewOwnProduct } from '../view.ts'
import { refreshVisibility } from '../visibility.ts'

const CURRENCY_OF_OPEN_ORDER = guard('CURRENCY_OF_OPEN_ORDER', 'CONFLICT', {
  reason: 'IN_USE',
  message: 'Une commande de ce produit est en cours : sa devise ne peut pas changer avant.',
})

const EXPIRY_REQUIRED = guard('EXPIRY_REQUIRED', 'VALIDATION_ERROR', {
  message: 'La date de péremption est obligatoire dans cette catégorie.',
})

export const UpdateProduct = z
  .strictObject({
    subcategoryId: f.idIn,
    name: f.line(2, 100),
    description: f.prose(20, 1000),
    brand: f.line(1, 80).nullable(),
    unit: z.enum(UNITS),
    weightGrams: z.int().min(1).max(500_000).nullable(),
    expiresAt: expiryDate.nullable(),
    currency: f.priceCurrency,
    version: f.version,
  })
  .partial()
type UpdateProduct = z.output<typeof UpdateProduct>

/**
 * Changes some fields of a product (docs/states.md, Product). Its slug stays, and so do the figures of its prices if the currency changes;
 * without a field its version stays. An approved product that looks different goes back to moderation.
 * @throws 400 without a future date if the category requires one; 404, for an unknown subcategory too; 409 VERSION_MISMATCH, and IN_USE for
 *   a currency while an order of the product is open
 */
export async function updateProduct(ctx: Ctx, id: string, { version, ...input }: UpdateProduct) {
  const { sellerProfileId } = sellerOf(ctx)
  const [[product], [place]] = await readTogether(
    ctx.db,
    selectProductsWhere(ctx, sql`p.id = ${id} AND p.seller_profile_id = ${sellerProfileId} AND p.deleted_at IS NULL`),
    selectPlaceAfter(ctx, id, input.subcategoryId),
  )
  if (!product) fail('NOT_FOUND')
  const isMoved = input.subcategoryId !== undefined && input.subcategoryId !== product.subcategoryId
  if (!place || (isMoved && !place.isOpen)) fail('NOT_FOUND', { message: 'Sous-catégorie introuvable.' })
  if (Object.keys(input).length === 0) {
    if (version !== undefined && version !== product.version) fail('CONFLICT', 'VERSION_MISMATCH')
    return viewOwnProduct(ctx, product)
  }
  const isRepriced = input.currency !== undefined && input.currency !== product.currency
  const [rows] = await commit(
    ctx,
    [
      ...(isMoved
        ? [
            abortWhen(
              ctx.db,
              NOT_FOUND,
              sql`NOT EXISTS (SELECT 1 FROM subcategories s WHERE s.id = ${input.subcategoryId})`,
            ),
          ]
        : []),
      ...editInPlace(ctx, id, {
        version,
        set: {
          ...input,
          ...(isMoved && { categoryId: place.categoryId }),
          expiresAt: expiryAfter(ctx, input.expiresAt, product, place.requiresExpiry === 1, isMoved),
        },
        isShownAnew: isShownAnew(input),
      }),
      ...(isMoved || input.expiresAt === null ? [requireExpiry(ctx, id)] : []),
      ...(isRepriced
        ? [abortWhen(ctx.db, CURRENCY_OF_OPEN_ORDER, isInOpenOrder(product.shopId, sql`i.product_id = ${id}`))]
        : []),
      ...refreshVisibility(ctx, sellerProfileId),
    ],
    selectProductsWhere(ctx, sql`p.id = ${id}`),
  )
  return viewOwnProduct(ctx, rows[0] ?? fail('NOT_FOUND'))
}

/** Selects the product's place after the edit: the named subcategory, else the present one, which may be hidden by now. */
const selectPlaceAfter = (ctx: Ctx, id: string, subcategoryId: string | undefined) =>
  ctx.db.all<Place & { isOpen: number }>(sql`
    SELECT c.id AS categoryId, c.requires_expiry AS requiresExpiry, s.is_active AND c.is_active AS isOpen
    FROM subcategories s JOIN categories c ON c.id = s.category_id
    WHERE s.id = ${subcategoryId ?? sql`(SELECT p.subcategory_id FROM products p WHERE p.id = ${id})`}`)

/** The date after the edit; undefined leaves it. A product that does not move may be expired: its other fields can still change. */
function expiryAfter(
  ctx: Ctx,
  given: string | null | undefined,
  { expiresAt }: ProductRow,
  isRequired: boolean,
  isMoved: boolean,
): number | null | undefined {
  if (typeof given === 'string') return expiryOf(ctx, given)
  if (!isRequired || (given === undefined && !isMoved)) return given
  if (given === null || expiresAt === null) return refuseWithoutExpiry()
  return expiryOf(ctx, iso(expiresAt))
}

/** Refuses a commit without a required date: the category may have changed since it was read. */
const requireExpiry = (ctx: Ctx, id: string): Write =>
  abortWhen(
    ctx.db,
    EXPIRY_REQUIRED,
    sql`EXISTS (
      SELECT 1 FROM products p JOIN categories c ON c.id = p.category_id
      WHERE p.id = ${id} AND c.requires_expiry = 1 AND p.expires_at IS NULL)`,
  )

function isShownAnew({ name, description, subcategoryId }: UpdateProduct): SQL {
  const changes = [
    ...(name === undefined ? [] : [sql`products.name <> ${name}`]),
    ...(description === undefined ? [] : [sql`products.description <> ${description}`]),
    ...(subcategoryId === undefined ? [] : [sql`products.subcategory_id <> ${subcategoryId}`]),
  ]
  return changes.length === 0 ? sql`0` : sql.join(changes, sql` OR `)
}
