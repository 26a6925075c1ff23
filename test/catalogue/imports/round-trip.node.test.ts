import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exportProducts } from '#domain/catalogue/imports/export.ts'
import * as f from '#kernel/fields.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { importsOf } from '#testing/domain/imports.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'

// An export that comes back unedited changes nothing, whatever stands in its texts and whatever sold meanwhile.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9000, 1)
})
const { send, sendPlain, finish } = importsOf(domain)

/** Texts of the signs that spreadsheets and CSV make something of, as the service would keep them. */
const kept = (schema: ReturnType<typeof f.line>, min: number, max: number) =>
  fc
    .string({ unit: fc.constantFrom(...'=+-@;\'",\n\r\t \u00a0aé1.\ufeff'), minLength: min, maxLength: max })
    .map((text) => schema.safeParse(text))
    .filter(({ success }) => success)
    .map(({ data }) => data as string)
const product = fc.record({
  sku: fc.option(kept(f.line(1, 60), 1, 6)),
  name: kept(f.line(2, 100), 2, 12),
  description: kept(f.prose(20, 1000), 24, 40),
  brand: fc.option(kept(f.line(1, 80), 1, 8)),
})

let made = 0
function add({ sku, ...texts }: { sku: string | null; name: string; description: string; brand: string | null }): void {
  const id = `p${++made}`
  const at = { created_at: NOW, updated_at: NOW }
  const where = { shop_id: 'shop', seller_profile_id: 'sp', category_id: 'cat', subcategory_id: 'sub' }
  domain.add('products', { id, slug: id, ...where, ...texts, currency: 'CDF', moderation_status: 'APPROVED', ...at })
  domain.add('variants', { id: `v-${id}`, product_id: id, sku, price_minor: made, position: 0, ...at })
  domain.add('stock_movements', { id: `in-${id}`, variant_id: `v-${id}`, type: 'INITIAL', amount: 5, created_at: NOW })
}
const all = () => ['products', 'variants', 'history'].map((name) => domain.rows(`SELECT * FROM ${name} ORDER BY 1, 2`))

it.each([
  ['by itself', sendPlain],
  ['with stock=set', (text: string) => send(text)],
])('an unedited export changes nothing, %s', async (_how, sent) => {
  const seller = domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 5, maxLength: 20 }), async (products) => {
      for (const one of products) add(one)
      const csv = await new Response((await exportProducts(seller, {})).body).text()
      const sale = { variant_id: `v-p${made}`, type: 'ADJUSTMENT', amount: -2, created_at: NOW }
      domain.add('stock_movements', { id: `sold-${made}`, ...sale })
      domain.run('DELETE FROM attempts')
      const before = all()
      const { id, errors } = await sent(csv)
      expect(errors).toEqual([])
      expect(await finish(id)).toMatchObject({ status: 'DONE', errors: [] })
      expect(all()).toEqual(before)
    }),
    { numRuns: 15 },
  )
})
