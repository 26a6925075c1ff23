import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { BYTES_A_DAY, BYTES_HELD } from '../../src/kernel/limits.ts'
import { type Answer, call, type Person } from '../api.ts'
import { first, run } from '../fixtures/database.ts'
import { newRider, pickedUpJob } from '../fixtures/deliveries.ts'
import { paperForm } from '../fixtures/kyc.ts'
import { newMarket, paidOrder } from '../fixtures/orders.ts'
import { signUp } from '../fixtures/people.ts'
import { jpeg } from '../fixtures/pictures.ts'
import { newCategory, productForm } from '../fixtures/products.ts'
import { operations } from './operations.ts'

// docs/limits.md, Quotas: each file that a person stores counts in the bytes of their day, and in those that they hold until it goes.

const photo = () => new Blob([jpeg({ width: 3000, height: 4000 })], { type: 'image/jpeg' })
const formOf = (fields: Record<string, string | Blob>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'photo.jpg')
  }
  return form
}

const market = await newMarket()
const { seller, buyer, productId } = market
const [admin, finance, rider, category] = [
  await signUp('ADMIN'),
  await signUp('ACCOUNTANT'),
  await newRider(),
  await newCategory(),
]
const [order, job] = [await paidOrder(market), await pickedUpJob(rider)]
const post = await call(admin, 'POST', '/blog', {
  title: 'Trois conseils',
  body: 'Gardez vos reçus.',
  excerpt: 'Court.',
})
const booking = () => ({
  ...{ kind: 'GATEWAY_FEE', gateway: 'B', currency: 'USD', amount: '12.50', note: 'Relevé' },
  reference: `REL-${crypto.randomUUID()}`,
})

/** What one request of each stores: how many files, and which of them take the place of those of the same request before. */
type Play = { as: Person; send: () => Promise<Answer>; files?: number; replaces?: true }
const PLAYS: Record<string, Play> = {
  createProduct: {
    as: seller,
    send: () => call(seller, 'POST', '/products', productForm(seller, category, { images: [photo(), photo()] })),
    files: 2,
  },
  addProductImages: {
    as: seller,
    send: () => call(seller, 'POST', `/products/${productId}/images`, formOf({ images: photo() })),
  },
  setShopLogo: {
    as: seller,
    send: () => call(seller, 'POST', `/seller/shop/${seller.shopId}/logo`, formOf({ logo: photo() })),
    replaces: true,
  },
  setShopBanner: {
    as: seller,
    send: () => call(seller, 'POST', `/seller/shop/${seller.shopId}/banner`, formOf({ banner: photo() })),
    replaces: true,
  },
  addKycDocument: {
    as: seller,
    send: () => call(seller, 'POST', '/seller/kyc/documents', paperForm('SELFIE')),
    replaces: true,
  },
  setAvatar: {
    as: buyer,
    send: () => call(buyer, 'POST', '/users/me/avatar', formOf({ avatar: photo() })),
    replaces: true,
  },
  addAttachment: {
    as: buyer,
    send: () => call(buyer, 'POST', `/orders/${order.id}/messages/attachments`, formOf({ file: photo() })),
  },
  addRiderDocument: {
    as: rider,
    send: () => call(rider, 'POST', '/riders/me/documents', paperForm('VEHICLE')),
    replaces: true,
  },
  addProof: {
    as: rider,
    send: () => call(rider, 'POST', `/deliveries/${job.deliveryId}/proofs`, formOf({ file: photo() })),
  },
  requestBooking: {
    as: finance,
    send: () => call(finance, 'POST', '/ledger/bookings/request', formOf({ ...booking(), document: photo() })),
  },
  setPostCover: {
    as: admin,
    send: () => call(admin, 'POST', `/blog/${post.data.id}/cover`, formOf({ cover: photo() })),
    replaces: true,
  },
}
/** Forms of which nothing is stored in R2. */
const STORES_NOTHING = ['importProducts']

/** Bytes in R2 by key, without those of requests under way and smaller sizes. */
const stored = async () =>
  new Map(
    (await env.MEDIA.list()).objects
      .filter(({ key }) => !key.startsWith('arriving/') && !key.startsWith('sized/'))
      .map(({ key, size }) => [key, size]),
  )
const ofDay = async ({ id }: Person) =>
  (await first<{ count: number }>('SELECT count FROM attempts WHERE key = ?', `bytes:${id}`))?.count ?? 0
const held = async ({ id }: Person) =>
  (await first<{ bytes: number }>('SELECT bytes FROM held_bytes WHERE owner_id = ?', id))?.bytes ?? 0
const set = (key: string, { id }: Person, count: number) =>
  run(
    `INSERT INTO attempts (key, count, window_ends_at) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET count = ?2`,
    `${key}:${id}`,
    count,
    Date.now() + 3_600_000,
  )

it('every form of the service is played', () => {
  const forms = operations.filter(({ operation }) => operation.form).map(({ operation }) => operation.id)
  expect([...Object.keys(PLAYS), ...STORES_NOTHING].sort()).toEqual(forms.sort())
})

describe.each(Object.entries(PLAYS))('%s', (_, { as, send, files = 1, replaces }) => {
  const play = async () => {
    const answer = await send()
    expect(answer.status, JSON.stringify(answer.error)).toBeLessThan(300)
  }

  it('counts the bytes that it stores', async () => {
    await play()
    const [before, dayBefore, heldBefore] = [await stored(), await ofDay(as), await held(as)]
    await play()
    const fresh = [...(await stored())].filter(([key]) => !before.has(key))
    expect(fresh).toHaveLength(files)
    const bytes = fresh.reduce((sum, [, size]) => sum + size, 0)
    const counted = (await ofDay(as)) - dayBefore
    expect(counted).toBeGreaterThanOrEqual(bytes)
    expect((await held(as)) - heldBefore).toBe(replaces ? 0 : counted)
  })

  it('stores nothing past the bytes of a day, nor past those that one may hold', async () => {
    const [before, dayBefore] = [await stored(), await ofDay(as)]
    await set('bytes', as, BYTES_A_DAY.max)
    const late = await send()
    expect(late.error).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('fichiers') })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    await set('bytes', as, dayBefore)

    // The file that is replaced makes room for its like, and not for more.
    const more = BYTES_HELD - (await held(as)) + 1
    await run('INSERT INTO stored_files (key, owner_id, bytes) VALUES (?, ?, ?)', 'much', as.id, more)
    expect((await send()).error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('place permise') })
    await run("DELETE FROM stored_files WHERE key = 'much'")
    expect(await stored()).toEqual(before)
    expect(await ofDay(as)).toBe(dayBefore)
    await play()
  })
})

it('a file that goes gives its room back at once', async () => {
  const person = await signUp()
  await call(person, 'POST', '/users/me/avatar', formOf({ avatar: photo() }))
  expect(await held(person)).toBeGreaterThan(0)
  await call(person, 'DELETE', '/users/me/avatar')
  expect(await held(person)).toBe(0)
})
