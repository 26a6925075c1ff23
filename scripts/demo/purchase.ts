import { type Client, unwrap } from '#src/client.ts'
import { chapter, did, mustBe, say, until } from './narrator.ts'
import type { Offer } from './opening.ts'
import { freshPhone, newcomer, type Person, type Stage } from './people.ts'

export type Purchase = { buyer: Person; orderId: string; total: string }

/** A buyer finds the product and orders it. His first number has no money; the second one pays. */
export async function buyCheese(stage: Stage, offer: Offer): Promise<Purchase> {
  chapter('Un acheteur commande et paie par mobile money')
  const buyer = await newcomer(stage, 'Dieudonné Bisimwa', 'BUYER')
  const found = await unwrap(buyer.client.products.index.$get({ query: { search: 'fromage affine', sort: 'newest' } }))
  mustBe(
    found.products.some(({ id }) => id === offer.productId),
    'la recherche trouve le produit',
  )
  did(`Il cherche « fromage affine », sans accent, et trouve celui d’${offer.seller.name}`)

  const order = await unwrap(
    buyer.client.orders.index.$post({
      json: {
        shopId: offer.shopId,
        items: [{ variantId: offer.variantId, quantity: 2 }],
        fulfillmentMethod: 'DELIVERY',
        paymentMethod: 'MOBILE_MONEY',
        currency: 'CDF',
        deliveryAddress: 'Quartier Himbi, avenue des Orchidées 15, Goma',
        payerPhoneNumber: freshPhone('049', '24397'),
        network: 'airtel',
        countryCode: 'CD',
      },
    }),
  )
  const { number, subtotal, deliveryFee, total, currency } = order
  did(
    `Commande ${number} : ${say(subtotal, currency)} + livraison ${say(deliveryFee, currency)} = ${say(total, currency)}`,
  )
  await until('le premier paiement est refusé', () => hasPayin(buyer.client, order.id, 'failed'))
  did('Son premier numéro n’a pas assez d’argent : l’opérateur refuse, la commande l’attend')

  const phone = freshPhone('456', '24381')
  const payer = { payerPhoneNumber: phone, network: 'vodacom', countryCode: 'CD' } as const
  const payin = await unwrap(buyer.client.orders[':id'].pay.$post({ param: { id: order.id }, json: payer }))
  did(`Il réessaie avec le +${phone} : ${say(payin.amount, payin.currency)} demandés sur son écran`)
  await stage.service.approve(phone)
  await untilOrder(buyer.client, order.id, 'PENDING_SELLER_REVIEW')
  did('Il approuve sur son téléphone : la commande est payée, l’argent est gardé pour lui')
  return { buyer, orderId: order.id, total }
}

export async function hasPayin(client: Client, id: string, status: 'failed' | 'succeeded'): Promise<boolean> {
  const { payin } = await unwrap(client.orders[':id'].payment['check-status'].$post({ param: { id } }))
  return payin.status === status
}

/** Waits until the order has reached a status. */
export const untilOrder = (client: Client, id: string, status: string) =>
  until(`la commande est ${status}`, async () => {
    const order = await unwrap(client.orders[':id'].$get({ param: { id } }))
    return order.status === status && order
  })
