import { someProduct } from './goods.ts'
import type { Operation } from './operation.ts'
import { buyer, buyerRead, phone, sellerRead, staffRead } from './reads.ts'
import { emailOf, SELLERS, SHOPPER, sellerOfProduct, shopId, shopperNumber, shopperPhone, variantId } from './seed.ts'

/** Staff look for the one order of somebody, among as many as there are. */
const find = (name: string, search: string) =>
  staffRead(name, `/orders/admin?limit=20&search=${encodeURIComponent(search)}`, { mostRows: 200 })

/** Buyers take turns, so that none has more than ten that wait for their payment. */
let placed = 0

export const ORDERS: Operation[] = [
  buyerRead('ordersOfBuyer', '/orders/me?limit=20', { compared: '10k' }),
  sellerRead('ordersOfSeller', '/orders/seller?limit=20'),
  staffRead('staffOrders', '/orders/admin?limit=20'),
  staffRead('staffOrdersOfState', '/orders/admin?limit=20&status=READY_FOR_PICKUP'),
  find('orderByNumber', shopperNumber(70)),
  find('orderByPhone', `+${shopperPhone(70)}`),
  find('orderByEmail', emailOf(SHOPPER + 70)),
  find('orderByName', `Personne ${SHOPPER + 70}`),
  {
    name: 'createOrder',
    kind: 'write',
    ask(i, market) {
      const product = someProduct(i, market)
      const given = {
        shopId: shopId(sellerOfProduct(product)),
        one: variantId(product),
        two: variantId(product - SELLERS),
        payer: phone(market.fresh()),
      }
      const body = {
        shopId: given.shopId,
        items: [
          { variantId: given.one, quantity: 2 },
          { variantId: given.two, quantity: 1 },
        ],
        fulfillmentMethod: 'DELIVERY',
        paymentMethod: 'MOBILE_MONEY',
        currency: 'USD',
        deliveryAddress: '12, avenue de la Paix, Bukavu',
        payerPhoneNumber: given.payer,
        network: 'vodacom',
        countryCode: 'CD',
      }
      return { method: 'POST', path: '/orders', body, as: buyer(placed++, market), given }
    },
  },
]
