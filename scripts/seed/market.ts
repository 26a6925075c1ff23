import { subscriptions } from '#db/schema/shops/subscriptions.ts'
import { createProduct } from '#domain/catalogue/products/editing/create.ts'
import { setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { CreateProduct } from '#domain/catalogue/products/new-product.ts'
import { commit } from '#domain/core/commit.ts'
import type { Actor } from '#domain/core/context.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { createSellerProfile } from '#domain/shops/profiles/create.ts'
import { CreateShop, createShop } from '#domain/shops/shops/create.ts'
import { publishShop } from '#domain/shops/shops/publish.ts'
import { addMonths, DAY_MS, iso } from '#kernel/time.ts'
import type { At } from './at.ts'
import { takePhoto } from './photo.ts'
import type { DemoProduct } from './product.ts'
import { DEMO_SHOPS } from './shops.ts'

/** Makes the demo seller's profile with a subscription of a year, both shops, and their products on sale. */
export async function openShops(
  at: At,
  person: Actor,
  planId: string,
  subcategories: Map<string, string>,
): Promise<void> {
  const address = { country: 'CD', city: 'Bukavu', commune: 'Ibanda' } as const
  const profile = await createSellerProfile(at(30, person), {
    businessName: 'Furaha Commerce',
    businessType: 'INDIVIDUAL',
    contactPhone: '243990004789',
    address,
    acceptTerms: true,
  })
  const seller = { ...person, sellerProfileId: profile.id }
  await subscribeForAYear(at, seller, planId)
  for (const { shop, products } of DEMO_SHOPS) {
    const { id } = await createShop(at(28, seller), CreateShop.parse(shop))
    await publishShop(at(27, seller), id)
    for (const [age, product] of products.entries()) await sell(at, seller, 20 - age, id, product, subcategories)
  }
}

/** Makes a subscription that the house gives: no money came in, so the ledger has none. */
async function subscribeForAYear(at: At, seller: Actor & { sellerProfileId: string }, planId: string): Promise<void> {
  const ctx = at(29, seller)
  const id = ctx.ids.v7()
  await commit(ctx, [
    ctx.db.insert(subscriptions).values({
      id,
      planId,
      sellerProfileId: seller.sellerProfileId,
      billingCycle: 'YEARLY',
      currency: 'USD',
      status: 'ACTIVE',
      currentPeriodStart: ctx.now,
      currentPeriodEnd: addMonths(ctx.now, 12),
      reachedAt: { ACTIVE: ctx.now },
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    recordCreation(ctx, 'subscription', id, 'ACTIVE', 'grant'),
  ])
}

async function sell(
  at: At,
  seller: Actor,
  daysAgo: number,
  shopId: string,
  product: DemoProduct,
  subcategories: Map<string, string>,
) {
  const ctx = at(daysAgo, seller)
  const { name, description, brand, unit, weightGrams, keepsDays, picture, variants } = product
  const { id } = await createProduct(
    ctx,
    CreateProduct.parse({
      shopId,
      subcategoryId: subcategories.get(product.subcategory),
      name,
      description,
      brand,
      unit,
      currency: 'USD',
      variants: JSON.stringify(variants),
      images: new File([takePhoto(...picture)], 'photo.png', { type: 'image/png' }),
      ...(weightGrams && { weightGrams: String(weightGrams) }),
      ...(keepsDays && { expiresAt: iso(at(0).now + keepsDays * DAY_MS) }),
    }),
  )
  await setProductStatus(ctx, id, { status: 'PUBLISHED' })
}
