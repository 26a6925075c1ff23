import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { PRODUCT_STATUSES } from '#db/schema/catalogue/products.ts'
import { columnsAfter, recordModeration } from '#domain/catalogue/moderation/move.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { requireKyc } from '#domain/core/kyc-required.ts'
import { transition } from '#domain/core/machine.ts'
import { requireSubscription, withinPlan } from '#domain/shops/plans/limits.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { productMachine } from '../machine.ts'
import { requireOpenShop } from '../open-shop.ts'
import { type ProductRow, selectProductsWhere } from '../queries.ts'
import { viewOwnProduct } from '../view.ts'
import { refreshVisibility } from '../visibility.ts'

const PRODUCT_WITHOUT_IMAGE = guard('PRODUCT_WITHOUT_IMAGE', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Ajoutez d'abord une image au produit.",
})
const SHOP_NOT_PUBLISHED = guard('SHOP_NOT_PUBLISHED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Publiez d'abord la boutique.",
})

export const SetProductStatus = z.strictObject({ status: z.enum(PRODUCT_STATUSES), version: f.version.optional() })

/**
 * Publishes a product, or makes it a draft, archives or restores it (docs/states.md, Product). Publishing needs a picture, a published shop
 * and a subscription, and begins moderation, which may have to approve first; a restored product counts in the plan again.
 * @throws 403, 404, 409
 */
export const setProductStatus = (ctx: Ctx, id: string, { status, version }: z.output<typeof SetProductStatus>) =>
  retryOnStale(async () => {
    const { sellerProfileId } = sellerOf(ctx)
    const mine = sql`p.id = ${id} AND p.seller_profile_id = ${sellerProfileId} AND p.deleted_at IS NULL`
    const product = (await selectProductsWhere(ctx, mine))[0] ?? fail('NOT_FOUND')
    if (version !== undefined && version !== product.version) fail('CONFLICT', 'VERSION_MISMATCH')

    const [rows] = await commit(
      ctx,
      [
        requireActiveActor(ctx),
        ...withinEdits(ctx),
        ...move(ctx, product, status),
        ...refreshVisibility(ctx, sellerProfileId),
      ],
      selectProductsWhere(ctx, mine),
    )
    return viewOwnProduct(ctx, rows[0] ?? fail('NOT_FOUND'))
  })

function move(ctx: Ctx, product: ProductRow, status: ProductRow['status']): Write[] {
  switch (status) {
    case 'PUBLISHED':
      return publish(ctx, product)
    case 'ARCHIVED':
      return transition(ctx, productMachine, product, 'archive')
    case 'DRAFT':
      return product.status === 'ARCHIVED'
        ? restore(ctx, product)
        : transition(ctx, productMachine, product, 'unpublish')
  }
}

const restore = (ctx: Ctx, product: ProductRow): Write[] => [
  ...transition(ctx, productMachine, product, 'restore'),
  requireOpenShop(ctx, product.id),
  requireSubscription(ctx, product.sellerProfileId),
  withinPlan(ctx, product.sellerProfileId),
]

function publish(ctx: Ctx, product: ProductRow) {
  const isFirst = product.moderationStatus === 'NONE'
  const set = {
    publishedAt: product.publishedAt ?? ctx.now,
    // Under PRE, a product taken off sale is on sale again only after staff approve it.
    ...(isFirst ? columnsAfter(product, 'publish') : { approvedBefore: false }),
  }
  const moves = transition(ctx, productMachine, product, 'publish', { set })
  if (product.shopStatus === 'SUSPENDED') fail('FORBIDDEN', 'SHOP_SUSPENDED')
  if (!(product.moderationStatus in PUBLISHABLE)) {
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message:
        product.moderationStatus === 'TAKEN_DOWN'
          ? "La modération a retiré ce produit : elle seule peut le rétablir. Écrivez à l'assistance."
          : 'La modération a retenu ce produit : corrigez-le, puis soumettez-le de nouveau (POST /products/:id/submit).',
    })
  }
  if (product.expiresAt !== null && product.expiresAt <= ctx.now) {
    fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: 'Ce produit est périmé : il ne peut plus être publié.' })
  }
  return [
    ...moves,
    ...(isFirst ? [recordModeration(ctx, product, 'publish')] : []),
    abortWhen(
      ctx.db,
      PRODUCT_WITHOUT_IMAGE,
      sql`NOT EXISTS (SELECT 1 FROM product_images i WHERE i.product_id = ${product.id})`,
    ),
    abortWhen(
      ctx.db,
      SHOP_NOT_PUBLISHED,
      sql`NOT EXISTS (SELECT 1 FROM shops s WHERE s.id = ${product.shopId} AND s.status = 'PUBLISHED')`,
    ),
    requireKyc(ctx, 'PUBLISHING', product.sellerProfileId),
    requireSubscription(ctx, product.sellerProfileId),
  ]
}

/** Moderation statuses of products that may be published: publishing does not bring back a product that staff refused or took down. */
const PUBLISHABLE = { NONE: true, PENDING: true, APPROVED: true }
