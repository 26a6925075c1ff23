import { beforeAll, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { ADDRESS } from '#testing/fixtures/inputs.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
beforeAll(async () => {
  seller = await newShopkeeper()
})

const onSale = async (fields: Record<string, string>) =>
  publishedProduct(seller, await newCategory(), { description: 'Une description neutre, sans aucun mot.', ...fields })
const finds = async (search: string, id: string) => {
  const { data } = await call(null, 'GET', `/products?limit=100&search=${encodeURIComponent(search)}`)
  return data.products.some((each: { id: string }) => each.id === id)
}

it.each([
  ['Œufs frais de Masisi', ['oeufs', 'OEUF', 'œufs', 'Œuf']],
  ['Mbɔ́tɛ ya bɔlɔ́', ['mbote', 'bolo', 'mbɔtɛ']],
  ["Viande ng'ombe", ["ng'ombe", 'ngombe', 'ng’ombe', 'ŋombe']],
  ['Viande ngombe', ["ng'ombe", 'ngombe']],
  ['Riz de Bumba 25 kg', ['25kg', '25 kg', 'riz 25kg']],
  ['Riz de Bumba 50kg', ['50kg', '50 kg']],
  ['Huile de palme', ["l'huile", 'l’huile palme']],
  ['T-shirt bleu', ['tshirt', 't-shirt', 't\u2011shirt']],
])('« %s » is found however it is spelled', async (name, searches) => {
  const { id } = await onSale({ name })
  for (const search of searches) expect([search, await finds(search, id)]).toEqual([search, true])
})

it('finds a product by its brand, the name of a variant and its reference, while they are there', async () => {
  const variants = [{ name: 'Ndɔ́kɔ rouge', sku: 'ZX-4711', price: '5.00', stock: 2 }]
  const { id, variants: made } = await onSale({ name: 'Chose', brand: "N'Djili", variants: JSON.stringify(variants) })
  for (const search of ['zx-4711', 'ZX4711', 'ndoko', 'ndjili', "n'djili"])
    expect([search, await finds(search, id)]).toEqual([search, true])
  const renamed = await call(seller, 'PUT', `/products/variants/${made[0].id}`, { sku: 'QQ-1' })
  expect(renamed.status, JSON.stringify(renamed.error)).toBe(200)
  expect([await finds('zx4711', id), await finds('qq1', id)]).toEqual([false, true])
  for (const brand of ["n'djili", 'N’DJILI', 'n djili'])
    expect((await call(null, 'GET', `/products?brand=${encodeURIComponent(brand)}`)).data.pagination.total).toBe(1)
  expect((await call(null, 'GET', '/products?brand=n')).data.pagination.total).toBe(0)
})

it('slugs keep their letters', async () => {
  expect((await onSale({ name: 'Mbɔ́tɛ ya bɔlɔ́ & œufs' })).slug).toMatch(/^mbote-ya-bolo-et-oeufs-/)
})

const PHONE = '243810000124'
it.each([
  '\u202a+243 810 000 124\u202c',
  '\u200e+243810000124',
  '+243\u2011810\u2011000\u2011124',
  '+243 810–000–124',
  '0810000124',
  '810000124',
  '0243810000124',
])('the number %j of an address is kept as digits', async (phone) => {
  const { data } = await call(await signUp(), 'POST', '/users/me/addresses', { ...ADDRESS, country: 'CD', phone })
  expect(data.phone).toBe(PHONE)
})

it('a number is read in the country that is known, else the country is asked for', async () => {
  const inShop = (phone: string) => call(seller, 'PUT', `/seller/shop/${seller.shopId}`, { phone })
  expect((await inShop('0810000124')).data.phone).toBe(PHONE)
  const nobody = {
    name: 'Aline Bahati',
    email: `${crypto.randomUUID()}@test.example`,
    password: 'Longue-phrase-2026',
    role: 'BUYER',
  }
  for (const phone of ['0810000124', '810000124']) {
    const { status, error } = await call(null, 'POST', '/auth/create-account', { ...nobody, phone })
    expect([status, error?.details?.[0]?.field, error?.message]).toEqual([
      400,
      'phone',
      expect.stringContaining('indicatif du pays'),
    ])
  }
  expect(
    (await call(await signUp(), 'POST', '/users/phone/request', { phone: '0788000129' })).error?.message,
  ).toContain('indicatif du pays')
})

it('a town is one however it is spelled', async () => {
  const [city, market] = ["N'Djili-Mayi", await newMarket()]
  for (const spelled of [
    city.toUpperCase(),
    'N’Djili-Mayi',
    "N'Djili Mayi",
    'N\u2019Djili\u2011Mayi',
    "N'Djili – Mayi",
  ]) {
    await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, {
      address: { country: 'CD', city: spelled },
    })
    const { data } = await call(null, 'GET', `/seller/shops?city=${encodeURIComponent(city)}`)
    expect([spelled, data.shops.map(({ id }: { id: string }) => id)]).toEqual([spelled, [market.seller.shopId]])
  }
})
