import type { Role } from '#kernel/roles.ts'
import { call, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

export type People = Record<Role, Person> & { SELLER: Shopkeeper }

/** Somebody of each role, with what the role needs to get past its door: a shop and a subscription, an approved rider. */
export async function oneOfEach(): Promise<People> {
  const [SELLER, RIDER, BUYER, SUPPORT, ADMIN, ACCOUNTANT] = await Promise.all([
    newShopkeeper(),
    newRider(),
    signUp('BUYER'),
    signUp('SUPPORT'),
    signUp('ADMIN'),
    signUp('ACCOUNTANT'),
  ])
  return { BUYER, SELLER, RIDER, SUPPORT, ADMIN, ACCOUNTANT }
}

/** Things that these people may change, by the start of their address and the parameter's name. */
export async function thingsOf({ SELLER, BUYER }: People): Promise<Record<string, string>> {
  const place = await newCategory()
  const { data: product } = await createProduct(SELLER, place)
  const { data: home } = await call(SELLER, 'POST', '/users/me/addresses', {
    ...{ label: 'Maison', recipientName: 'Aline', phone: '0810000123', country: 'CD', city: 'Bukavu' },
  })
  return {
    '/api/v1/users id': BUYER.id,
    '/api/v1/users/me/addresses id': home.id,
    '/api/v1/plans id': SELLER.planId,
    '/api/v1/seller/shop id': SELLER.shopId,
    '/api/v1/products id': product.id,
    '/api/v1/products/variants variantId': product.variants[0].id,
    '/api/v1/products/categories id': place.categoryId,
    '/api/v1/products/categories categoryId': place.categoryId,
  }
}
