import { decideProduct } from '#domain/catalogue/moderation/decide.ts'
import { setModerationSettings } from '#domain/catalogue/moderation/settings.ts'
import { submitProduct } from '#domain/catalogue/moderation/submit.ts'
import { addProductImages } from '#domain/catalogue/products/editing/add-images.ts'
import { deleteProduct } from '#domain/catalogue/products/editing/delete.ts'
import { orderProductImages } from '#domain/catalogue/products/editing/order-images.ts'
import { removeProductImage } from '#domain/catalogue/products/editing/remove-image.ts'
import { UpdateProduct, updateProduct } from '#domain/catalogue/products/editing/update.ts'
import type { Ctx } from '#domain/core/context.ts'
import { AddOrderNote, addOrderNote } from '#domain/orders/staff/add-note.ts'
import type { Simulation } from '../../simulation.ts'
import { picture } from '../goods.ts'
import { act, type Command, type Commands, owner, pickFrom, pickOrder } from '../plan.ts'

type Card = { id: string; version: number; seller: string; moderation: string; images: string }

/** A product that somebody means: mostly one of these, now and then any, also one that is gone. */
function pickProduct(simulation: Simulation, isMeant: (card: Card) => boolean): Card | undefined {
  const all = simulation.store.rows<Card>(`
    SELECT p.id, p.version, p.seller_profile_id AS seller, p.moderation_status AS moderation,
      (SELECT json_group_array(i.id ORDER BY i.position) FROM product_images i WHERE i.product_id = p.id) AS images
    FROM products p ORDER BY p.id`)
  const meant = all.filter(isMeant)
  return pickFrom(simulation, meant.length > 0 && simulation.random.chance(0.9) ? meant : all)
}

/** Something a seller does to one of their products. */
const onProduct = (
  name: string,
  weight: number,
  plan: (card: Card, simulation: Simulation) => { args?: unknown; run: (ctx: Ctx) => Promise<unknown> },
  isMeant: (card: Card) => boolean = () => true,
): Command => ({
  weight,
  plan(simulation) {
    const card = pickProduct(simulation, isMeant)
    if (!card) return undefined
    const { args, run } = plan(card, simulation)
    const seller = owner(
      simulation,
      simulation.people.sellers,
      ({ sellerProfileId }) => sellerProfileId === card.seller,
    )
    const plans = act(name, seller, [card.id, args], run)
    // A thumb that presses twice.
    return simulation.random.chance(0.15) ? [...plans, ...plans] : plans
  },
})

const EDITS = [
  { name: 'Café de Kabare' },
  { description: 'Un tout autre café, de Kabare, en grains.' },
  { brand: 'Kivu' },
  { brand: null, weightGrams: 250 },
  { expiresAt: '2030-01-01' },
  { currency: 'USD' },
  { currency: 'CDF' },
] as const

const WHY = { reason: 'La photo montre un autre article' }

export const moderating: Commands = {
  addOrderNote: {
    weight: 0.3,
    plan(simulation) {
      const order = pickOrder(simulation, () => true)
      const input = AddOrderNote.parse({ body: 'Rappeler' })
      return (
        order && act('addOrderNote', simulation.people.support, order.id, (ctx) => addOrderNote(ctx, order.id, input))
      )
    },
  },
  updateProduct: onProduct('updateProduct', 2, ({ id, version }, { random }) => {
    const input = UpdateProduct.parse({ ...random.pick(EDITS), ...(random.chance(0.5) && { version }) })
    return { args: input, run: (ctx) => updateProduct(ctx, id, input) }
  }),
  deleteProduct: onProduct('deleteProduct', 0.3, ({ id }) => ({ run: (ctx) => deleteProduct(ctx, id) })),
  addProductImages: onProduct('addProductImages', 1, ({ id }, { random }) => {
    const images = Array.from({ length: 1 + random.below(2) }, picture)
    return { args: images.length, run: (ctx) => addProductImages(ctx, id, { images }) }
  }),
  orderProductImages: onProduct(
    'orderProductImages',
    0.7,
    ({ id, images }) => {
      const imageIds = (JSON.parse(images) as string[]).reverse()
      return { args: imageIds, run: (ctx) => orderProductImages(ctx, id, { imageIds }) }
    },
    ({ images }) => images.includes(','),
  ),
  removeProductImage: onProduct(
    'removeProductImage',
    0.8,
    ({ id, images }, simulation) => {
      const imageId = pickFrom(simulation, JSON.parse(images) as string[]) ?? 'x'
      return { args: imageId, run: (ctx) => removeProductImage(ctx, id, imageId) }
    },
    ({ images }) => images.includes(','),
  ),
  submitProduct: onProduct(
    'submitProduct',
    1.5,
    ({ id }) => ({ run: (ctx) => submitProduct(ctx, id) }),
    ({ moderation }) => moderation === 'REJECTED' || moderation === 'CHANGES_REQUESTED',
  ),
  decideProduct: {
    weight: 3,
    plan(simulation) {
      const { random, people } = simulation
      const card = pickProduct(simulation, ({ moderation }) => moderation === 'PENDING' || moderation === 'TAKEN_DOWN')
      if (!card) return undefined
      const decision =
        card.moderation === 'TAKEN_DOWN'
          ? 'restore'
          : random.chance(0.7)
            ? 'approve'
            : random.pick(['reject', 'requestChanges', 'takedown'] as const)
      const said = { ...WHY, ...(random.chance(0.5) && { version: card.version }) }
      const plans = [...people.admins, people.support].flatMap((staff) =>
        act('decideProduct', staff, [card.id, decision], (ctx) => decideProduct(ctx, card.id, decision, said)),
      )
      // Two of them look at it at once.
      return random.chance(0.2) ? plans.slice(0, 2) : [random.pick(plans)]
    },
  },
  setModerationSettings: {
    weight: 0.2,
    plan(simulation) {
      const mode = simulation.random.chance(0.7) ? 'POST' : 'PRE'
      const admin = simulation.random.pick(simulation.people.admins)
      return act('setModerationSettings', admin, mode, (ctx) => setModerationSettings(ctx, { mode }))
    },
  },
}
