import { createProduct } from '#domain/catalogue/products/editing/create.ts'
import { setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { adjustStock } from '#domain/catalogue/stock/adjust.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { handoverCode } from '#domain/orders/delivery/handover-code.ts'
import { receiveReturn } from '#domain/orders/orders/ending/receive-return.ts'
import { rejectOrder } from '#domain/orders/orders/ending/reject.ts'
import { sellerCancelOrder } from '#domain/orders/orders/ending/seller-cancel.ts'
import { AcceptOrder, acceptOrder } from '#domain/orders/orders/preparing/accept.ts'
import { handoverOrder } from '#domain/orders/orders/preparing/handover.ts'
import { prepareOrder } from '#domain/orders/orders/preparing/prepare.ts'
import { readyOrder } from '#domain/orders/orders/preparing/ready.ts'
import { CreateShop, createShop } from '#domain/shops/shops/create.ts'
import { publishShop, unpublishShop } from '#domain/shops/shops/publish.ts'
import { updateShop } from '#domain/shops/shops/update.ts'
import type { Money } from '#kernel/money.ts'
import type { Simulation } from '../../simulation.ts'
import { productInput } from '../goods.ts'
import { act, type Command, type Commands, type OrderCard, owner, pickFrom, pickOrder } from '../plan.ts'

const sellerOf = (simulation: Simulation, profile: string): Actor =>
  owner(simulation, simulation.people.sellers, ({ sellerProfileId }) => sellerProfileId === profile)

/** Something a seller does to one of their orders. */
const onOrder = (
  name: string,
  weight: number,
  isMeant: (order: OrderCard) => boolean,
  run: (ctx: Ctx, order: OrderCard, simulation: Simulation) => Promise<unknown>,
): Command => ({
  weight,
  plan(simulation) {
    const order = pickOrder(simulation, isMeant)
    return order && act(name, sellerOf(simulation, order.seller), order.id, (ctx) => run(ctx, order, simulation))
  },
})

const isIn =
  (...statuses: string[]) =>
  ({ status }: OrderCard) =>
    statuses.includes(status)

const SHOP_CHANGES = [
  { description: 'Ouvert tous les jours' },
  { minOrderAmount: '2.50', currency: 'USD' },
  { minOrderAmount: '4999.50', currency: 'CDF' },
  { minOrderAmount: 0 },
] as const

export const selling: Commands = {
  acceptOrder: onOrder('acceptOrder', 13, isIn('PENDING_SELLER_REVIEW'), (ctx, { id }) =>
    acceptOrder(ctx, id, AcceptOrder.parse({})),
  ),
  rejectOrder: onOrder('rejectOrder', 2, isIn('PENDING_SELLER_REVIEW'), (ctx, { id }) =>
    rejectOrder(ctx, id, { reason: 'Plus en rayon' }),
  ),
  prepareOrder: onOrder('prepareOrder', 4, isIn('ACCEPTED'), (ctx, { id }) => prepareOrder(ctx, id)),
  readyOrder: onOrder('readyOrder', 11, isIn('ACCEPTED', 'PREPARING'), (ctx, { id }) => readyOrder(ctx, id)),
  sellerCancelOrder: onOrder('sellerCancelOrder', 2, isIn('ACCEPTED', 'PREPARING', 'READY_FOR_PICKUP'), (ctx, { id }) =>
    sellerCancelOrder(ctx, id, { reason: 'Cassé' }),
  ),
  handoverOrder: onOrder(
    'handoverOrder',
    6,
    ({ status, method }) => status === 'READY_FOR_PICKUP' && method === 'PICKUP',
    async (ctx, { id }, simulation) =>
      handoverOrder(ctx, id, {
        code: simulation.random.chance(0.1) ? '000000' : await handoverCode(ctx, 'pickup', id),
      }),
  ),
  returnReceived: onOrder(
    'returnReceived',
    6,
    ({ jobStatus }) => jobStatus === 'RETURNING' || jobStatus === 'RETURNED',
    (ctx, { id }) => receiveReturn(ctx, id),
  ),
  createShop: {
    weight: 2,
    plan(simulation) {
      const seller = simulation.random.pick(simulation.people.sellers)
      const input = CreateShop.parse({
        name: `Kivu Frais ${simulation.random.next()}`,
        address: { country: 'CD', city: 'Bukavu' },
      })
      return act('createShop', seller, null, (ctx) => createShop(ctx, input))
    },
  },
  updateShop: {
    weight: 1,
    plan(simulation) {
      type Row = { id: string; version: number; seller: string }
      const rows = simulation.store.rows<Row>('SELECT id, version, seller_profile_id AS seller FROM shops ORDER BY id')
      const shop = pickFrom(simulation, rows)
      if (!shop) return undefined
      const seen = simulation.random.chance(0.5) ? { version: shop.version } : {}
      const input = { ...simulation.random.pick(SHOP_CHANGES), ...seen }
      return act('updateShop', sellerOf(simulation, shop.seller), [shop.id, input], (ctx) =>
        updateShop(ctx, shop.id, input),
      )
    },
  },
  moveShop: {
    weight: 2,
    plan(simulation) {
      const shop = pickFrom(
        simulation,
        simulation.store.rows<{ id: string; status: string; seller: string }>(
          'SELECT id, status, seller_profile_id AS seller FROM shops ORDER BY id',
        ),
      )
      if (!shop) return undefined
      const isOpening = shop.status === 'PUBLISHED' ? simulation.random.chance(0.6) : simulation.random.chance(0.95)
      return act('moveShop', sellerOf(simulation, shop.seller), [shop.id, isOpening], (ctx) =>
        isOpening ? publishShop(ctx, shop.id) : unpublishShop(ctx, shop.id),
      )
    },
  },
  createProduct: {
    weight: 3,
    plan(simulation) {
      const { random } = simulation
      const shop = pickFrom(
        simulation,
        simulation.store.rows<{ id: string; seller: string }>(
          'SELECT id, seller_profile_id AS seller FROM shops ORDER BY id',
        ),
      )
      if (!shop) return undefined
      const price: Money = random.chance(0.7)
        ? { amountMinor: 110 + random.below(3000), currency: 'USD' }
        : { amountMinor: 1 + random.below(5_000_000), currency: 'CDF' }
      const [stock, pictures] = [random.below(6), random.below(4)]
      const input = productInput(shop.id, price, stock, pictures)
      return act('createProduct', sellerOf(simulation, shop.seller), [shop.id, price, stock, pictures], (ctx) =>
        createProduct(ctx, input),
      )
    },
  },
  setProductStatus: {
    weight: 4,
    plan(simulation) {
      const product = pickFrom(
        simulation,
        simulation.store.rows<{ id: string; status: string; seller: string }>(
          'SELECT id, status, seller_profile_id AS seller FROM products ORDER BY id',
        ),
      )
      if (!product) return undefined
      const status = simulation.random.chance(0.65)
        ? 'PUBLISHED'
        : simulation.random.pick(['DRAFT', 'ARCHIVED'] as const)
      return act('setProductStatus', sellerOf(simulation, product.seller), [product.id, status], (ctx) =>
        setProductStatus(ctx, product.id, { status }),
      )
    },
  },
  adjustStock: {
    weight: 5,
    plan(simulation) {
      const variant = pickFrom(
        simulation,
        simulation.store.rows<{ id: string; seller: string }>(
          'SELECT v.id, p.seller_profile_id AS seller FROM variants v JOIN products p ON p.id = v.product_id ORDER BY v.id',
        ),
      )
      if (!variant) return undefined
      const seller = sellerOf(simulation, variant.seller)
      const input = {
        type: 'ADJUSTMENT',
        amount: (simulation.random.chance(0.65) ? 1 : -1) * (1 + simulation.random.below(4)),
      }
      return act('adjustStock', seller, [variant.id, input.amount], (ctx) => adjustStock(ctx, variant.id, input))
    },
  },
}
