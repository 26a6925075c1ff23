import { expect, it } from 'vitest'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { cartOf, ok, putCart, refusal } from '#testing/stories/orders.ts'

it('a cart whose total could not be told exactly is 409, and stays as it was', async () => {
  const [seller, buyer, category] = [await newShopkeeper(), await signUp(), await newCategory()]
  const dear = { price: '9999999999.99', stock: 1000 }
  const variants = Array.from({ length: 10 }, (_, i) => ({ ...variant(dear), name: `v${i}`, sku: undefined }))
  const product = await publishedProduct(seller, category, { variants: JSON.stringify(variants) })
  const lines = product.variants.map(({ id }: { id: string }) => ({ variantId: id, quantity: 999 }))
  expect(ok(await putCart(buyer, lines.slice(0, 9))).totals).toEqual([{ currency: 'USD', total: '89909999999910.09' }])
  expect(refusal(await putCart(buyer, lines))).toEqual([409, 'CONFLICT'])
  expect((await cartOf(buyer)).items).toHaveLength(9)
})
