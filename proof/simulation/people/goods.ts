import { createProduct } from '#domain/catalogue/products/editing/create.ts'
import { setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { CreateProduct } from '#domain/catalogue/products/new-product.ts'
import type { Ctx } from '#domain/core/context.ts'
import { formatAmount, type Money } from '#kernel/money.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'

export const CATEGORY = '11111111-0000-7000-8000-000000000001'
export const PLANS = { free: '22222222-0000-7000-8000-000000000001', pro: '22222222-0000-7000-8000-000000000002' }

const BYTES = jpeg()
/** A file whose bytes are there at once, instead of from another thread. */
export const picture = () =>
  Object.assign(new File([BYTES], 'a.jpg'), { arrayBuffer: async () => new Uint8Array(BYTES).buffer })

const SMALL = { USD: '1.07', CDF: '450.50', RWF: '500' }

export const productInput = (shopId: string, { amountMinor, currency }: Money, stock: number, pictures: number) =>
  CreateProduct.parse({
    shopId,
    subcategoryId: CATEGORY,
    name: 'Café du Kivu',
    description: 'Café arabica torréfié à Bukavu, en grains.',
    currency,
    variants: JSON.stringify([
      { price: formatAmount(amountMinor, currency), stock },
      { name: 'Petit', price: SMALL[currency], stock: 3 },
    ]),
    images: Array.from({ length: pictures }, picture),
  })

export async function publishProduct(ctx: Ctx, shopId: string, price: Money, stock: number): Promise<void> {
  const { id } = await createProduct(ctx, productInput(shopId, price, stock, 1))
  await setProductStatus(ctx, id, { status: 'PUBLISHED' })
}
