import { env, exports } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { sealingCronAfter } from '#testing/clock.ts'
import { count, first } from '#testing/fixtures/database.ts'
import { clientRequest } from '#testing/fixtures/inputs.ts'
import { actOnOrder, deliveredOrder, newMarket } from '#testing/fixtures/orders.ts'
import { again, clockAt, DAY } from '#testing/stories/money.ts'

let now: number
let month: string
let seller: Person

beforeAll(async () => {
  const market = await newMarket()
  const { id } = await deliveredOrder(market)
  expect((await actOnOrder(market.buyer, id, 'confirm-receipt')).status).toBe(200)
  month = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 7)
  now = Date.now() + 160 * DAY
  clockAt(now)
  seller = await again(market.seller)
})
beforeEach(() => void clockAt(now))

const paper = { accept: 'application/pdf' }
const read = async () => {
  const asked = `/wallet/statement?month=${month}`
  const [shown, wallet] = [await call(seller, 'GET', asked), await call(seller, 'GET', '/wallet')]
  const printed = await exports.default.fetch(
    new Request(`http://localhost:8787/api/v1${asked}`, clientRequest(seller, 'GET', undefined, paper)),
  )
  return { shown: shown.body, wallet: wallet.body, printed: [printed.status, (await printed.arrayBuffer()).byteLength] }
}

it('a statement of a sealed month is the one that it was', async () => {
  const before = await read()
  expect(JSON.stringify(before.shown)).toContain('SALE')
  await sealingCronAfter(0)
  clockAt(now)
  expect(await count('wallet_entries')).toBe(0)
  expect(await read()).toEqual(before)
  const listed = await call(seller, 'GET', '/wallet/transactions')
  expect(listed.data.transactions).toEqual([])
  expect(listed.data.pagination.total).toBe(1)
})

it('a file of a month that is not what was written is 503', async () => {
  const owner = (await first<{ id: string }>('SELECT id FROM seller_profiles WHERE user_id = ?', seller.id))?.id
  const key = `sealed/wallets/${owner}/${month}`
  const bytes = new Uint8Array(await ((await env.MEDIA.get(key)) as R2ObjectBody).arrayBuffer())
  await env.MEDIA.put(key, bytes.slice(1))
  expect((await call(seller, 'GET', `/wallet/statement?month=${month}`)).status).toBe(503)
  expect(await count("incidents WHERE ref GLOB 'sealedFile:*'")).toBe(1)
  await env.MEDIA.put(key, bytes)
  expect((await call(seller, 'GET', `/wallet/statement?month=${month}`)).status).toBe(200)
})
