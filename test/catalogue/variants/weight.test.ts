import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { type Category, createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

// Rule: the variants of a product are 16 KiB together as JSON, each of 10 attributes (docs/limits.md, Quotas).

const TOO_HEAVY = /16 Kio/
const word = '漢'
const variants = (...all: object[]) => JSON.stringify(all)
const attributes = () => Object.fromEntries(Array.from({ length: 10 }, (_, j) => [`a${j}`, word.repeat(100)]))
/** Some 3 KB of JSON. */
const heavy = (i: number) => variant({ name: `v${i}`, attributes: attributes() })

let seller: Shopkeeper
let place: Category
beforeAll(async () => {
  seller = await newShopkeeper()
  place = await newCategory()
})

describe('the variants of one product', () => {
  it('are refused when it is made with more than 16 KiB of them', async () => {
    const made = await createProduct(seller, place, { variants: variants(...[0, 1, 2, 3, 4].map((i) => heavy(i))) })
    expect(made).toMatchObject({ status: 201 })
    const refused = await createProduct(seller, place, {
      variants: variants(...[0, 1, 2, 3, 4, 5].map((i) => heavy(i))),
    })
    expect(refused).toMatchObject({ status: 400, error: { details: [{ field: 'variants', message: TOO_HEAVY }] } })
  })

  it('do not grow past it one by one: 409, and nothing is written', async () => {
    const { data: product } = await createProduct(seller, place, { variants: variants(heavy(0)) })
    const add = (i: number) => call(seller, 'POST', `/products/${product.id}/variants`, heavy(i))
    const added = []
    for (let i = 1; i < 8; i++) added.push((await add(i)).status)
    expect(added).toEqual([201, 201, 201, 201, 409, 409, 409])
    const refused = await add(9)
    expect(refused.error?.message).toMatch(TOO_HEAVY)
    const small = await call(seller, 'POST', `/products/${product.id}/variants`, { ...variant(), name: 'petite' })
    expect(small.status).toBe(201)
    const grown = await call(seller, 'PUT', `/products/variants/${small.data.id}`, { attributes: attributes() })
    expect([grown.status, grown.error?.message]).toEqual([409, expect.stringMatching(TOO_HEAVY)])
    const { data } = await call(seller, 'GET', `/products/${product.id}`)
    expect(data.variants).toHaveLength(6)
    expect(data.variants[5].attributes).toBeNull()
  })

  it('are JSON that is looked at while it is read: depth, and names that stand twice', async () => {
    const told = async (text: string) => {
      const { status, error } = await createProduct(seller, place, { variants: text })
      return [status, error?.details?.[0]?.message]
    }
    expect(await told('[{"price":1,"stock":1,"stock":2}]')).toEqual([400, 'Vous avez donné deux fois stock.'])
    expect(await told('['.repeat(40) + ']'.repeat(40))).toEqual([400, 'Ce JSON est trop imbriqué.'])
    expect(await told(`[${'[],'.repeat(25_000)}1]`)).toEqual([400, 'Ce JSON a trop de champs.'])
  })
})
