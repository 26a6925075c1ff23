import { env } from 'cloudflare:workers'
import type { Role } from '../../src/kernel/roles.ts'
import { type Caller, call, signUp } from '../api.ts'
import { create, newPlace, newSeller, type Seller } from '../catalogue/products/market.ts'
import { newRider } from '../orders/orders/market.ts'

export type Person = NonNullable<Caller>

export type People = Record<Role, Person> & { SELLER: Seller }

/** Somebody of each role, with what the role needs to get past its door: a shop and a subscription, an approved rider. */
export async function oneOfEach(): Promise<People> {
  const [SELLER, RIDER, BUYER, SUPPORT, ADMIN, ACCOUNTANT] = await Promise.all([
    newSeller(),
    newRider(),
    signUp('BUYER'),
    signUp('SUPPORT'),
    signUp('ADMIN'),
    signUp('ACCOUNTANT'),
  ])
  // newSeller writes rows only; what moves later needs its beginning.
  await env.DB.prepare(
    `INSERT INTO history (thing, thing_id, version, event, to_status, at)
     SELECT 'subscription', s.id, 1, 'create', s.status, s.created_at FROM subscriptions s
     WHERE NOT EXISTS (SELECT 1 FROM history h WHERE h.thing_id = s.id)`,
  ).run()
  return { BUYER, SELLER, RIDER, SUPPORT, ADMIN, ACCOUNTANT }
}

/** Things that these people may change, by the start of their address and the parameter's name. */
export async function thingsOf({ SELLER, BUYER }: People): Promise<Record<string, string>> {
  const place = await newPlace()
  const { data: product } = await create(SELLER, place)
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
