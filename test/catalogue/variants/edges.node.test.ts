import { describe, expect, it } from 'vitest'
import { addVariant } from '#domain/catalogue/variants/add.ts'
import { editVariant } from '#domain/catalogue/variants/edit.ts'
import { removeVariant } from '#domain/catalogue/variants/remove.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const seller = () => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
const add = (price: string, stock = 1) => addVariant(seller(), 'prod', { price, stock })

describe('a variant', () => {
  it('whose price is no amount of its currency is refused under that name', async () => {
    for (const price of ['0', '1.005', '99999999999999']) {
      const told = { code: 'VALIDATION_ERROR', details: [{ field: 'price' }] }
      await expect(add(price), price).rejects.toMatchObject(told)
      await expect(editVariant(seller(), 'v1', { price }), price).rejects.toMatchObject(told)
    }
  })

  it('of which there is nothing begins without a movement', async () => {
    const { id } = await add('5.00', 0)
    expect(domain.rows('SELECT 1 FROM stock_movements WHERE variant_id = ?', id)).toEqual([])
    const some = await add('5.00', 3)
    expect(domain.rows('SELECT type, amount, actor_id FROM stock_movements WHERE variant_id = ?', some.id)).toEqual([
      { type: 'INITIAL', amount: 3, actor_id: 'seller' },
    ])
  })

  it('counts against what a day allows of variants', async () => {
    await add('5.00')
    await add('5.00')
    expect(domain.rows('SELECT key, count FROM attempts')).toEqual([
      { key: 'variants:seller', count: 2 },
      { key: 'edits:seller', count: 2 },
    ])
  })

  it('that is taken away loses its texts, unless somebody ordered it', async () => {
    domain.run("UPDATE variants SET name = 'Moulu', sku = id, attributes = '{}'")
    domain.add('variants', {
      id: 'v3',
      product_id: 'prod',
      price_minor: 500,
      position: 2,
      created_at: NOW,
      updated_at: NOW,
      name: 'Grains',
    })
    addOrder(domain, { status: 'COMPLETED', paid_currency: 'USD' })
    await removeVariant(seller(), 'v1')
    await removeVariant(seller(), 'v3')
    expect(domain.rows('SELECT id, name FROM variants WHERE deleted_at IS NOT NULL ORDER BY id')).toEqual([
      { id: 'v1', name: 'Moulu' },
      { id: 'v3', name: null },
    ])
  })

  it('is edited in the version of its product that was read, and goes to the next', async () => {
    expect(await editVariant(seller(), 'v1', { name: 'Grand', version: 1 })).toMatchObject({ name: 'Grand' })
    expect(domain.row('SELECT version FROM products')).toEqual({ version: 2 })
    await expect(editVariant(seller(), 'v1', { name: 'Petit', version: 1 })).rejects.toMatchObject({
      ...{ code: 'CONFLICT', reason: 'VERSION_MISMATCH' },
    })
    expect(domain.row("SELECT name, version FROM variants WHERE id = 'v1'")).toEqual({ name: 'Grand', version: 2 })
  })
})
