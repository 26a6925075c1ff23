import { expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'

// Rule: the document names what the catalogue answers, so that clients made from it have one type for each thing.

const SHAPES = [
  ...['Category', 'Subcategory', 'Product', 'ProductImage', 'ProductStatus', 'Unit', 'Variant'],
  ...['Stock', 'StockedVariant', 'StockMovement', 'ProductImport', 'ImportStatus'],
  ...['ModeratedProduct', 'ModerationEvent', 'ModerationMode', 'ModerationSettings', 'ModerationStatus'],
]

it('the document has a name for each thing of the catalogue', async () => {
  const { body } = await call(guest, 'GET', '/openapi.json')
  for (const name of SHAPES) expect(Object.keys(body.components.schemas), name).toContain(name)
})
