import { unwrap } from '#src/client.ts'
import { chapter, did, mustBe, say, until } from './narrator.ts'
import type { Offer } from './opening.ts'
import { type Purchase, untilOrder } from './purchase.ts'

/** The seller refuses a second order: the buyer gets all of the money back. */
export async function refuseOrder({ seller, shopId, variantId }: Offer, { buyer }: Purchase): Promise<void> {
  chapter('La vendeuse refuse une commande, l’acheteur est remboursé')
  const order = await unwrap(
    buyer.client.orders.index.$post({
      json: {
        shopId,
        items: [{ variantId, quantity: 5 }],
        fulfillmentMethod: 'PICKUP',
        paymentMethod: 'MOBILE_MONEY',
        currency: 'CDF',
        payerPhoneNumber: buyer.phone,
        network: 'airtel',
        countryCode: 'CD',
      },
    }),
  )
  const param = { id: order.id }
  await untilOrder(buyer.client, order.id, 'PENDING_SELLER_REVIEW')
  did(`${buyer.name} commande encore cinq meules et paie ${say(order.total, order.currency)} (${order.number})`)
  const rejected = await unwrap(
    seller.client.sellerOrders[':id'].reject.$post({
      param,
      json: { reason: 'Les meules promises ne sont pas assez affinées.' },
    }),
  )
  mustBe(rejected.status === 'REJECTED', `la commande est ${rejected.status}`)
  did(`${seller.name} refuse : « ${rejected.rejectionReason} »`)
  const refunded = await until('le remboursement est arrivé', async () => {
    const seen = await unwrap(buyer.client.orders[':id'].$get({ param }))
    return seen.paymentStatus === 'REFUNDED' && seen
  })
  mustBe(refunded.refundedAmount === order.total, `${refunded.refundedAmount} remboursés sur ${order.total}`)
  did(`${say(refunded.refundedAmount, refunded.currency)} sont revenus sur le téléphone de ${buyer.name}`)
}
