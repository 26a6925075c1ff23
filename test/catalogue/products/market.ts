import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type Answer, type Caller, call, signUp } from '../../api.ts'
import { jpeg } from './pictures.ts'

export type Seller = NonNullable<Caller> & { profileId: string; shopId: string; planId: string }
type Terms = {
  maxProducts?: number
  maxPhotos?: number
  subscription?: 'ACTIVE' | 'GRACE' | 'EXPIRED' | 'none'
  shop?: string
}

const run = (query: string, ...values: (string | number | null)[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run()

/** A seller with a shop and a subscription, written straight into the database. */
export async function newSeller({
  maxProducts = 50,
  maxPhotos = 10,
  subscription = 'ACTIVE',
  shop = 'PUBLISHED',
}: Terms = {}): Promise<Seller> {
  const user = await signUp('SELLER')
  const [profileId, shopId, planId, now] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID(), Date.now()]
  await run(
    `INSERT INTO seller_profiles (id, user_id, business_name, business_type, contact_phone, address, created_at, updated_at)
     VALUES (?, ?, 'Kivu Frais', 'INDIVIDUAL', '243810000001', '{}', ?, ?)`,
    ...[profileId, user.id, now, now],
  )
  await run(
    `INSERT INTO shops (id, seller_profile_id, name, slug, address, opening_hours, currency, delivery_methods, status, created_at, updated_at)
     VALUES (?, ?, 'Kivu Frais', ?, '{}', '[]', 'USD', '["DELIVERY"]', ?, ?, ?)`,
    ...[shopId, profileId, `kivu-${shopId}`, shop, now, now],
  )
  await run(
    `INSERT INTO plans (id, slug, name, max_products, max_photos_per_product, max_shops, created_at, updated_at)
     VALUES (?, ?, 'Plan', ?, ?, 2, ?, ?)`,
    ...[planId, planId, maxProducts, maxPhotos, now, now],
  )
  if (subscription !== 'none') {
    await run(
      `INSERT INTO subscriptions (id, seller_profile_id, plan_id, billing_cycle, currency, status, created_at, updated_at)
       VALUES (?, ?, ?, 'MONTHLY', 'USD', ?, ?, ?)`,
      ...[crypto.randomUUID(), profileId, planId, subscription, now, now],
    )
  }
  return { ...user, profileId, shopId, planId }
}

export type Place = { categoryId: string; subcategoryId: string }

/** A category and a subcategory of its own, made by staff. */
export async function newPlace(extra: Record<string, unknown> = {}): Promise<Place> {
  const staff = await signUp('ADMIN')
  const name = `Rayon ${crypto.randomUUID().slice(0, 8)}`
  const { data: category } = await call(staff, 'POST', '/products/categories', { name, ...extra })
  const { data: sub } = await call(staff, 'POST', `/products/categories/${category.id}/subcategories`, { name: 'Tout' })
  return { categoryId: category.id, subcategoryId: sub.id }
}

type Fields = Record<string, string | Blob[] | null>
export const variant = (more: Record<string, unknown> = {}) => ({ price: '12.50', stock: 10, ...more })

/** The form of a product; a field given as null is left out. */
export function productForm(seller: Seller, place: Place, fields: Fields = {}): FormData {
  const all: Fields = {
    shopId: seller.shopId,
    subcategoryId: place.subcategoryId,
    name: 'Café du Kivu',
    description: 'Café arabica torréfié à Bukavu, en grains.',
    currency: 'USD',
    variants: JSON.stringify([variant()]),
    images: [new Blob([jpeg()])],
    ...fields,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(all)) {
    if (typeof value === 'string') form.append(name, value)
    else for (const [i, file] of (value ?? []).entries()) form.append(name, file, `${i}.jpg`)
  }
  return form
}

export const create = (seller: Seller, place: Place, fields?: Fields): Promise<Answer> =>
  call(seller, 'POST', '/products', productForm(seller, place, fields))

/** A product that guests can see. */
export async function published(seller: Seller, place: Place, fields?: Fields) {
  const created = await create(seller, place, fields)
  expect(created.status, JSON.stringify(created.error)).toBe(201)
  const { data } = await call(seller, 'POST', `/products/${created.data.id}/status`, { status: 'PUBLISHED' })
  expect(data?.status).toBe('PUBLISHED')
  return data
}

export const stored = async () => (await env.MEDIA.list()).objects.length
export const rowsOf = async (table: string, where: string, ...values: string[]) =>
  (
    await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)
      .bind(...values)
      .first<{ n: number }>()
  )?.n
