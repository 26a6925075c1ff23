import { unwrap } from '#src/client.ts'
import { chapter, did, mustBe, say } from './narrator.ts'
import { freshPhone, newcomer, type Stage, signInAs } from './people.ts'
import { untilOrder } from './purchase.ts'

/** A buyer in Kigali orders in dollars, pays in Rwandan francs at a frozen rate, and collects the order in the shop. */
export async function buyInKigali(stage: Stage): Promise<void> {
  chapter('Une commande de Kigali, payée en francs rwandais')
  const buyer = await newcomer(stage, 'Claudine Uwase', 'BUYER')
  const { products } = await unwrap(buyer.client.products.index.$get({ query: { search: 'lampe solaire' } }))
  const product = products.find(({ shop }) => shop.slug === 'inzora-kigali')
  const variant = product?.variants[0]
  mustBe(product !== undefined && variant !== undefined, 'Inzora Kigali vend une lampe solaire')
  const order = await unwrap(
    buyer.client.orders.index.$post({
      json: {
        shopId: product.shopId,
        items: [{ variantId: variant.id, quantity: 1 }],
        fulfillmentMethod: 'PICKUP',
        paymentMethod: 'MOBILE_MONEY',
        currency: 'USD',
        payerPhoneNumber: freshPhone('789', '25078'),
        network: 'mtn',
        countryCode: 'RW',
      },
    }),
  )
  const { payin, total, exchangeRate } = order
  mustBe(payin.currency === 'RWF', `le paiement est en ${payin.currency}`)
  did(
    `« ${product.name} » à ${say(total, 'USD')} ; son téléphone paie ${say(payin.amount, 'RWF')} (1 USD = ${Number(exchangeRate?.rate)} RWF)`,
  )
  await untilOrder(buyer.client, order.id, 'PENDING_SELLER_REVIEW')

  const seller = await signInAs(stage, 'seller@demo.test')
  const param = { id: order.id }
  await unwrap(seller.sellerOrders[':id'].accept.$post({ param, json: {} }))
  await unwrap(seller.sellerOrders[':id'].ready.$post({ param }))
  const { pickupCode } = await unwrap(buyer.client.orders[':id'].$get({ param }))
  mustBe(pickupCode !== undefined, 'l’acheteuse voit son code de retrait')
  const handed = await unwrap(seller.sellerOrders[':id'].handover.$post({ param, json: { code: pickupCode } }))
  mustBe(handed.status === 'DELIVERED', `la commande est ${handed.status}`)
  did(`Furaha Nabintu la prépare ; ${buyer.name} vient la chercher avec le code ${pickupCode}`)
  const { status } = await unwrap(buyer.client.orders[':id']['confirm-receipt'].$post({ param }))
  mustBe(status === 'COMPLETED', `la commande est ${status}`)

  const restocked = await unwrap(
    seller.stock[':variantId'].stock.$post({
      param: { variantId: variant.id },
      json: { type: 'RESTOCK', amount: 1, reason: 'Arrivage de la semaine' },
    }),
  )
  did(`Conclue. Furaha remet une lampe en rayon : ${restocked.stock} en stock`)
}
