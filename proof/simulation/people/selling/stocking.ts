import { NewVariant } from '#domain/catalogue/products/new-product.ts'
import { ChangeStocks, changeStocks } from '#domain/catalogue/stock/change-many.ts'
import { SetStock, setStock } from '#domain/catalogue/stock/set.ts'
import { SetThreshold, setThreshold } from '#domain/catalogue/stock/set-threshold.ts'
import { addVariant } from '#domain/catalogue/variants/add.ts'
import { EditVariant, editVariant } from '#domain/catalogue/variants/edit.ts'
import { removeVariant } from '#domain/catalogue/variants/remove.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Command, type Commands, owner, pickFrom } from '../plan.ts'

type Variant = { id: string; product: string; seller: string; stock: number }

/** Deleted ones too, now and then. */
const VARIANTS = `SELECT v.id, v.product_id AS product, p.seller_profile_id AS seller, v.stock FROM variants v
  JOIN products p ON p.id = v.product_id ORDER BY v.deleted_at IS NOT NULL, v.id DESC LIMIT 12`

const onVariant = (
  name: string,
  weight: number,
  plan: (variant: Variant, simulation: Simulation) => [args: unknown, run: (ctx: Ctx) => Promise<unknown>],
): Command => ({
  weight,
  plan(simulation) {
    const variant = pickFrom(simulation, simulation.store.look<Variant>(VARIANTS))
    if (!variant) return undefined
    const [args, run] = plan(variant, simulation)
    const seller = owner(simulation, simulation.people.sellers, (one) => one.sellerProfileId === variant.seller)
    return act(name, seller, [variant.id, args], run)
  },
})

const REFERENCES = ['A-1', 'B-2', 'C-3']

/** Sellers' acts on variants and their stock. */
export const stocking: Commands = {
  addVariant: onVariant('addVariant', 0.7, ({ product }, { random }) => {
    const input = NewVariant.parse({ price: '2.50', stock: random.below(9), sku: random.pick(REFERENCES) })
    return [input, (ctx) => addVariant(ctx, product, input)]
  }),
  editVariant: onVariant('editVariant', 0.7, ({ id }, { random }) => {
    const input = EditVariant.parse({ name: random.pick(['Grand', null]), sku: random.pick(REFERENCES) })
    return [input, (ctx) => editVariant(ctx, id, input)]
  }),
  removeVariant: onVariant('removeVariant', 0.5, ({ id }) => [null, (ctx) => removeVariant(ctx, id)]),
  setStock: onVariant('setStock', 1.5, ({ id, stock }, { random }) => {
    const expectedStock = random.chance(0.8) ? stock : stock + 1
    const input = SetStock.parse({ stock: random.below(12), expectedStock, reason: 'Comptage' })
    return [input, (ctx) => setStock(ctx, id, input)]
  }),
  setThreshold: onVariant('setThreshold', 0.3, ({ id }, { random }) => {
    const input = SetThreshold.parse({ lowStockThreshold: random.pick([null, 0, 3]) })
    return [input, (ctx) => setThreshold(ctx, id, input)]
  }),
  changeStocks: onVariant('changeStocks', 1.5, ({ id, seller }, { random, store }) => {
    const others = store.look<Variant>(VARIANTS).filter((one) => one.seller === seller && one.id !== id)
    const items = [id, ...others.slice(0, 2).map((one) => one.id)].map((variantId) => ({
      ...{ variantId, type: random.pick(['RESTOCK', 'DAMAGE']), amount: random.pick([-2, -1, 1, 3]) },
    }))
    const input = ChangeStocks.parse({ items })
    return [input, (ctx) => changeStocks(ctx, input)]
  }),
}
