import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { contextOf } from '../../../src/platform-context.ts'
import { type Caller, call, freshPhone, signUp } from '../../api.ts'
import { approve } from '../../sandbox.ts'

export type Person = NonNullable<Caller>

export const PROFILE = {
  businessName: 'Kivu Frais',
  businessType: 'INDIVIDUAL',
  contactPhone: '0810000001',
  address: { country: 'CD', city: 'Bukavu', commune: 'Ibanda' },
  acceptTerms: true,
}

/** A seller with a profile, made as anybody makes one. */
export async function newSeller(): Promise<Person> {
  const seller = await signUp('SELLER')
  expect((await call(seller, 'POST', '/seller/profile', PROFILE)).status).toBe(201)
  return seller
}

let admin: Person | undefined
/** One admin for all the plans of a file. */
const anAdmin = async () => {
  admin ??= await signUp('ADMIN')
  return admin
}
/** Every file has a fresh database, and modules outlive it. */
export const forgetAdmin = () => {
  admin = undefined
}

type Prices = { billingCycle: 'MONTHLY' | 'YEARLY'; currency: 'USD' | 'CDF'; amount: number | string }[]
export const monthly = (amount: number | string): Prices => [{ billingCycle: 'MONTHLY', currency: 'USD', amount }]

/** A plan on sale. */
export async function newPlan(prices: Prices = monthly('5.00'), more: Record<string, unknown> = {}) {
  const plan = { name: 'Plan Pro', maxProducts: 50, maxPhotosPerProduct: 5, maxShops: 1, ...more }
  const { data, error } = await call(await anAdmin(), 'POST', '/plans', { ...plan, prices })
  expect(error).toBeUndefined()
  return data
}

export const payer = (phone: string) => ({ payerPhoneNumber: phone, country: 'COD', provider: 'VODACOM_MPESA_COD' })
export const order = (planId: string, phone: string, more: Record<string, unknown> = {}) => ({
  planId,
  billingCycle: 'MONTHLY',
  currency: 'USD',
  ...payer(phone),
  ...more,
})
export const upgradeTo = (planId: string, phone: string, more: Record<string, unknown> = {}) => {
  const { planId: newPlanId, ...rest } = order(planId, phone, more)
  return { newPlanId, ...rest }
}

/** Subscribes and pays. */
export async function subscribed(seller: Person, planId: string) {
  const phone = freshPhone()
  const { data, error } = await call(seller, 'POST', '/subscriptions', order(planId, phone))
  expect(error).toBeUndefined()
  if (data.payment.status === 'PENDING') await approve(phone)
  return standing(seller)
}

export const standing = async (seller: Person) => (await call(seller, 'GET', '/subscriptions/me')).data
export const statusOf = async (seller: Person): Promise<string> => (await standing(seller)).subscription?.status

/** What the service does by itself, at the time of the clock. */
export const service = () => contextOf(env as never, (work) => void work)

export const first = (query: string, ...values: string[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .first<Record<string, string | number | null>>()

/** A published shop with published products; answers how many of them guests can see. */
export async function withProducts(seller: Person, count: number) {
  const shop = { name: 'Kivu Frais', address: { country: 'CD', city: 'Bukavu' } }
  const { data } = await call(seller, 'POST', '/seller/shop', shop)
  const place = crypto.randomUUID()
  await env.DB.batch([
    env.DB.prepare('INSERT INTO categories (id, name, folded_name, slug, created_at) VALUES (?1, ?1, ?1, ?1, 0)').bind(
      place,
    ),
    env.DB.prepare(
      'INSERT INTO subcategories (id, category_id, name, folded_name, slug, created_at) VALUES (?1, ?1, ?1, ?1, ?1, 0)',
    ).bind(place),
    ...Array.from({ length: count }, (_, i) =>
      env.DB.prepare(
        `INSERT INTO products (id, shop_id, seller_profile_id, category_id, subcategory_id, name, slug, description, currency,
           status, moderation_status, published_at, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?4, 'Riz', ?1, 'Riz', 'USD', 'PUBLISHED', 'PENDING', ?5, 0, 0)`,
      ).bind(crypto.randomUUID(), data.id, data.sellerProfileId, place, i + 1),
    ),
  ])
  expect((await call(seller, 'POST', `/seller/shop/${data.id}/publish`)).status).toBe(200)
  return async () => (await first('SELECT count(*) AS n FROM products WHERE shop_id = ? AND visible = 1', data.id))?.n
}
