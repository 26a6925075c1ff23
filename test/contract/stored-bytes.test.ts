import { env } from 'cloudflare:workers'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as of from '#kernel/limits.ts'
import { type Answer, call, type Person } from '#testing/api.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { newRider, pickedUpJob } from '#testing/fixtures/deliveries.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { newCategory, productForm } from '#testing/fixtures/products.ts'
import { newIncident, newTicket } from '#testing/stories/office.ts'
import { completedOrder } from '#testing/stories/reviews.ts'
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
const [incident, ticket] = [await newIncident(buyer, { orderId: order.id }), await newTicket(buyer)]
const reviewer = await completedOrder()
const post = await call(admin, 'POST', '/blog', {
  title: 'Trois conseils',
  body: 'Gardez vos reçus.',
  excerpt: 'Court.',
})
const booking = () => ({
  ...{ kind: 'GATEWAY_FEE', gateway: 'B', currency: 'USD', amount: '12.50', note: 'Relevé' },
  reference: `REL-${crypto.randomUUID()}`,
})

/** The heaviest of each kind: a picture of 5 MiB whose smaller sizes are as tall as pictures may be, and a paper of 8 MiB. */
const padded = (bytes: Uint8Array, size: number) => {
  const whole = new Uint8Array(size).fill(0x55)
  // Inside the data of its only scan, before the sign of its end.
  whole.set(bytes.subarray(0, -2))
  whole.set(bytes.subarray(-2), size - 2)
  return whole
}
const MIB = 1024 * 1024
const heavyPicture = () => new Blob([padded(jpeg({ width: 1080, height: 8000 }), 5 * MIB)])
const heavyPaper = () => new Blob([padded(jpeg({ width: 3000, height: 4000 }), 8 * MIB)])

/**
 * The files that one request of each stores: `files` at most, which take the place of those of the same request before, and how often a day
 * allows it; where no number is said, only the bytes of the day end it.
 */
type Play = {
  told: string
  as: Person
  send: (...files: Blob[]) => Promise<Answer>
  heavy: () => Blob
  files?: number
  replaces?: true
  times?: number
}
const one = (as: Person, path: string, field: string) => (file: Blob) =>
  call(as, 'POST', path, formOf({ [field]: file }))
const paper = (as: Person, path: string, kind: string) => (file: Blob) => call(as, 'POST', path, formOf({ file, kind }))
const PLAYS: Record<string, Play> = {
  createProduct: {
    told: 'pictures of a new product',
    as: seller,
    send: (...images) => call(seller, 'POST', '/products', productForm(seller, category, { images })),
    heavy: heavyPicture,
    files: 10,
    times: of.PRODUCTS_A_DAY.max,
  },
  addProductImages: {
    told: 'pictures, added to a product',
    as: seller,
    send: one(seller, `/products/${productId}/images`, 'images'),
    heavy: heavyPicture,
    times: of.PRODUCT_UPLOADS_A_DAY.max,
  },
  setShopLogo: {
    told: 'a logo',
    as: seller,
    send: one(seller, `/seller/shop/${seller.shopId}/logo`, 'logo'),
    heavy: heavyPicture,
    replaces: true,
    times: of.SHOP_UPLOADS_A_DAY.max,
  },
  setShopBanner: {
    told: 'a banner',
    as: seller,
    send: one(seller, `/seller/shop/${seller.shopId}/banner`, 'banner'),
    heavy: heavyPicture,
    replaces: true,
    times: of.SHOP_UPLOADS_A_DAY.max,
  },
  addKycDocument: {
    told: 'a paper of an identity file',
    as: seller,
    send: paper(seller, '/seller/kyc/documents', 'SELFIE'),
    heavy: heavyPaper,
    replaces: true,
    times: of.KYC_PAPERS_A_DAY.max,
  },
  setAvatar: {
    told: 'an avatar',
    as: buyer,
    send: one(buyer, '/users/me/avatar', 'avatar'),
    heavy: heavyPicture,
    replaces: true,
    times: of.AVATARS_A_DAY.max,
  },
  createReviews: {
    told: 'pictures of reviews',
    as: reviewer.buyer,
    send: async (...images) => {
      await run('UPDATE reviews SET order_id = id WHERE order_id = ?', reviewer.orderId)
      const form = formOf({
        products: JSON.stringify([{ productId: reviewer.productId, rating: 5, images: [0, 1, 2] }]),
      })
      for (const image of images) form.append('images', image, 'photo.jpg')
      return call(reviewer.buyer, 'POST', `/orders/${reviewer.orderId}/reviews`, form)
    },
    heavy: heavyPicture,
    files: 3,
    times: of.REVIEWS_A_DAY.max,
  },
  addAttachment: {
    told: 'a picture in a message',
    as: buyer,
    send: one(buyer, `/orders/${order.id}/messages/attachments`, 'file'),
    heavy: heavyPicture,
    times: of.ATTACHMENTS_A_DAY.max,
  },
  addIncidentEvidence: {
    told: 'a file in an incident',
    as: buyer,
    send: one(buyer, `/incidents/${incident.id}/attachments`, 'file'),
    heavy: heavyPicture,
    times: of.ATTACHMENTS_A_DAY.max,
  },
  addTicketEvidence: {
    told: 'a file in a ticket',
    as: buyer,
    send: one(buyer, `/support/tickets/${ticket.id}/attachments`, 'file'),
    heavy: heavyPicture,
    times: of.ATTACHMENTS_A_DAY.max,
  },
  addRiderDocument: {
    told: 'a paper of a rider',
    as: rider,
    send: paper(rider, '/riders/me/documents', 'VEHICLE'),
    heavy: heavyPaper,
    replaces: true,
    times: of.RIDER_PAPERS_A_DAY.max,
  },
  addProof: {
    told: 'a proof of a delivery',
    as: rider,
    send: one(rider, `/deliveries/${job.deliveryId}/proofs`, 'file'),
    heavy: heavyPicture,
  },
  requestBooking: {
    told: 'a paper of a booking',
    as: finance,
    send: (document) => call(finance, 'POST', '/ledger/bookings/request', formOf({ ...booking(), document })),
    heavy: heavyPaper,
    times: of.BOOKINGS_A_DAY.max,
  },
  setPostCover: {
    told: 'a cover of a post',
    as: admin,
    send: one(admin, `/blog/${post.data.id}/cover`, 'cover'),
    heavy: heavyPicture,
    replaces: true,
  },
}
/** The table of `docs/limits.md`, Files of a day: times a day, MB in a day, MB that stay of it. */
const TOLD = new Map(
  [...readFileSync('docs/limits.md', 'utf8').matchAll(/^\| ([^|]+) \| ([\d,]+|-) \| ([\d,]+) \| ([\d,]+) \|$/gm)].map(
    ([, name = '', ...figures]) => [
      name,
      figures.map((figure) => (figure === '-' ? figure : Number(figure.replace(',', '')))),
    ],
  ),
)
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

describe.each(Object.entries(PLAYS))('%s', (_, { told, as, send: sendFiles, heavy, files = 1, replaces, times }) => {
  const send = () => sendFiles(...Array.from({ length: files }, photo))
  const play = async (send: () => Promise<Answer>) => {
    const answer = await send()
    expect(answer.status, JSON.stringify(answer.error)).toBeLessThan(300)
  }

  it('counts the bytes that it stores', async () => {
    await play(send)
    const [before, dayBefore, heldBefore] = [await stored(), await ofDay(as), await held(as)]
    await play(send)
    const fresh = [...(await stored())].filter(([key]) => !before.has(key))
    expect(fresh).toHaveLength(files)
    const bytes = fresh.reduce((sum, [, size]) => sum + size, 0)
    const counted = (await ofDay(as)) - dayBefore
    expect(counted).toBeGreaterThanOrEqual(bytes)
    expect((await held(as)) - heldBefore).toBe(replaces ? 0 : counted)
  })

  it('stores nothing past the bytes of a day, nor past those that one may hold', async () => {
    const [before, dayBefore] = [await stored(), await ofDay(as)]
    await set('bytes', as, of.BYTES_A_DAY.max)
    const late = await send()
    expect(late.error).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('fichiers') })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    await set('bytes', as, dayBefore)

    // The file that is replaced makes room for its like, and not for more.
    const more = of.BYTES_HELD - (await held(as)) + 1
    await run('INSERT INTO stored_files (key, owner_id, bytes) VALUES (?, ?, ?)', 'much', as.id, more)
    expect((await send()).error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('place permise') })
    await run("DELETE FROM stored_files WHERE key = 'much'")
    expect(await stored()).toEqual(before)
    expect(await ofDay(as)).toBe(dayBefore)
    await play(send)
  })

  it('comes to what is told of a day, with the heaviest files', async () => {
    const before = await ofDay(as)
    await play(() => sendFiles(...Array.from({ length: files }, heavy)))
    const bytes = (await ofDay(as)) - before
    const inMB = (n: number) => Math.ceil(n / 1e6)
    const most = Math.min(of.BYTES_A_DAY.max, times === undefined ? Number.POSITIVE_INFINITY : bytes * times)
    expect(TOLD.get(told)).toEqual([times ?? '-', inMB(most), replaces ? inMB(bytes) : inMB(most)])
  })
})

it('a file that goes gives its room back at once', async () => {
  const person = await signUp()
  await call(person, 'POST', '/users/me/avatar', formOf({ avatar: photo() }))
  expect(await held(person)).toBeGreaterThan(0)
  await call(person, 'DELETE', '/users/me/avatar')
  expect(await held(person)).toBe(0)
})
