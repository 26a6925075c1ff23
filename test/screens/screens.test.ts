import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { newRider, newZone } from '#testing/fixtures/deliveries.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { mailedCode, WORDS } from '#testing/fixtures/mails.ts'
import { PASSWORD, renewed } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { approve } from '#testing/sandbox.ts'
import { bytesOf, msOf, Phone, places, type Screen } from '#testing/screens.ts'

// docs/screens.md: what each screen asks for, and what that costs near the phone. `SCREENS=write` writes the table anew.

const GOODS =
  'Café de Minova moulu|Thé de Mulindi en sachets|Fretin séché du lac Kivu|Haricots rouges de Masisi|Pagne wax six yards|Savon de Marseille artisanal|Lampe solaire de table|Huile de palme rouge|Farine de manioc fine|Miel sauvage de Kahuzi|Panier tressé de Nyanza|Chaussures de sport|Téléphone à touches|Batterie externe 10 000 mAh|Sac à dos d’écolier|Marmite en aluminium|Natte de papyrus|Casque de moto|Lait en poudre entier|Chapeau de paille'.split(
    '|',
  )
const place = { country: 'CD', city: `Bukavu ${crypto.randomUUID().slice(0, 8)}`, lat: -2.5, lng: 28.86 }

const market = await newShopkeeper({ address: place })
const category = await newCategory()
for (let others = 0; others < 12; others++) await newCategory()
await newZone(place.city)
const goods: { slug: string }[] = []
for (const name of GOODS)
  goods.push(await publishedProduct(market, category, { name, description: `${name}, livré le jour même à Bukavu.` }))

/** From the first page to the order that is tracked, as somebody who never came before. */
async function buys(phone: Phone) {
  phone.open('Premier écran : réglages, catégories, vingt produits')
  const first = ['/config', '/products/categories', `/products?limit=20&shopId=${market.shopId}`]
  await Promise.all(first.map((path) => phone.ask('GET', path)))
  phone.open("Fiche d'un produit")
  const { variants } = await phone.ask('GET', `/products/slug/${goods[0]?.slug}`)
  const items = [{ variantId: variants[0].id, quantity: 2 }]
  phone.open("Prix du panier d'un invité")
  await phone.ask('POST', '/cart/quote', { items, place })

  const email = freshEmail('aline')
  phone.open('Créer un compte')
  const account = { name: 'Aline', email, password: PASSWORD, role: 'BUYER' }
  const { deviceToken } = await phone.ask('POST', '/auth/create-account', account)
  phone.device = deviceToken
  const code = await mailedCode(email, WORDS.verification)
  phone.open('Taper le code reçu : la session est ouverte')
  const { user, accessToken } = await phone.ask('POST', '/auth/verify-email', { email, code })
  phone.as = { token: accessToken, id: user.id, email, role: 'BUYER' }

  phone.open('Panier du compte')
  await phone.ask('POST', '/cart/merge', { items })
  phone.open('Prix avec la livraison')
  const quote = await phone.ask('POST', '/cart/quote', {
    fulfillmentMethod: 'DELIVERY',
    deliveryAddress: 'Avenue du Lac 12, Ibanda, près de la paroisse',
  })
  phone.open('Commander et payer')
  const payerPhoneNumber = freshPhone()
  const payer = { paymentMethod: 'MOBILE_MONEY', payerPhoneNumber, network: 'airtel', countryCode: 'CD' }
  const { orders } = await phone.ask('POST', '/orders/checkout', { quoteId: quote.quoteId, ...payer })
  await approve(payerPhoneNumber)
  phone.open('Suivre la commande')
  const order = await phone.ask('GET', `/orders/${orders[0].id}`)
  expect(order.paymentStatus).toBe('PAID')
  return order.id as string
}

/** A day of the shop: what is to be done, one order to its end, stock, messages, money. */
async function sells(phone: Phone, orderId: string) {
  phone.as = await renewed(market)
  phone.open('Commandes à traiter')
  await phone.ask('GET', '/orders/seller?limit=20')
  phone.open('Une commande')
  await phone.ask('GET', `/orders/${orderId}`)
  phone.open('Accepter')
  await phone.ask('POST', `/orders/${orderId}/accept`)
  phone.open('Préparer')
  await phone.ask('POST', `/orders/${orderId}/prepare`)
  phone.open('Prête, avec le code du livreur')
  const ready = await phone.ask('POST', `/orders/${orderId}/ready`)
  phone.open('Stock de la boutique')
  await phone.ask('GET', `/products/stock/shop/${market.shopId}?limit=20`)
  phone.open('Conversations')
  await phone.ask('GET', '/orders/messages')
  phone.open('Avis')
  await phone.ask('GET', '/notifications?limit=20')
  phone.open('Portefeuille')
  await phone.ask('GET', '/wallet')
  return { deliveryId: ready.delivery.id as string, pickupCode: ready.pickupCode as string }
}

/** A job of a rider, from the list to the day's earnings. */
async function rides(
  phone: Phone,
  job: { deliveryId: string; pickupCode: string },
  dropoffCode: () => Promise<string>,
) {
  phone.as = await renewed(await newRider())
  phone.open('Dire où je suis')
  await phone.ask('POST', '/riders/me/location', { lat: place.lat, lng: place.lng })
  phone.open('Courses proches')
  await phone.ask('GET', `/deliveries/available?lat=${place.lat}&lng=${place.lng}`)
  phone.open('Prendre la course')
  await phone.ask('POST', `/deliveries/${job.deliveryId}/accept`)
  phone.open('Enlever, avec le code du vendeur')
  await phone.ask('POST', `/deliveries/${job.deliveryId}/pickup`, { code: job.pickupCode })
  phone.open("Remettre, avec le code de l'acheteur")
  await phone.ask('POST', `/deliveries/${job.deliveryId}/deliver`, { code: await dropoffCode() })
  phone.open('Mes gains')
  await phone.ask('GET', '/riders/me/earnings')
}

const [buyer, shop, rider] = [new Phone(), new Phone(), new Phone()]
const orderId = await buys(buyer)
const job = await sells(shop, orderId)
await rides(rider, job, async () => (await call(buyer.as, 'GET', `/orders/${orderId}`)).data.dropoffCode)

const JOURNEYS = { "L'acheteur": buyer, 'Le vendeur': shop, 'Le livreur': rider }
const screens = Object.entries(JOURNEYS).flatMap(([who, phone]) =>
  phone.screens.map((screen) => ({ ...screen, name: `${who} : ${screen.name}` })),
)

const ROOM = 1.05
const rowOf = (screen: Screen) => [
  screen.name,
  screen.asks.length,
  Math.ceil((bytesOf(screen) * ROOM) / 10) * 10,
  Math.max(...screen.asks.map(({ trips, isNear }) => (isNear ? 0 : trips))),
  ...places.map((one) => msOf(screen, one)),
]
const ROWS = /^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm
if (process.env.SCREENS === 'write') {
  const text = readFileSync('docs/screens.md', 'utf8')
  const rows = screens.map((screen) => `| ${rowOf(screen).join(' | ')} |`).join('\n')
  writeFileSync('docs/screens.md', text.replace(/(\|---.*\n)(?:\|.*\n)*/, `$1${rows}\n`))
}
const told = [...readFileSync('docs/screens.md', 'utf8').matchAll(ROWS)].map(([, name, ...numbers]) => ({
  name,
  numbers: numbers.map(Number),
}))

it('each screen is told', () => {
  expect(told.map(({ name }) => name)).toEqual(screens.map(({ name }) => name))
})

it.each(screens)('$name: asks no more, and is no slower, than is told', (screen) => {
  const [requests, bytes, ...times] = told.find(({ name }) => name === screen.name)?.numbers ?? []
  const [, hasRequests, , ...hasTimes] = rowOf(screen)
  expect(hasRequests).toBe(requests)
  expect(bytesOf(screen)).toBeLessThanOrEqual(Number(bytes))
  expect(bytesOf(screen)).toBeGreaterThanOrEqual(Number(bytes) * 0.8)
  expect(hasTimes).toEqual(times)
})

it.each(screens.slice(1))('$name: one request', ({ asks }) => {
  expect(asks).toHaveLength(1)
})

it('the whole way of a buyer is twelve requests and 20 KB at most', () => {
  expect(buyer.screens.flatMap(({ asks }) => asks).length).toBeLessThanOrEqual(12)
  expect(buyer.screens.reduce((sum, screen) => sum + bytesOf(screen), 0)).toBeLessThanOrEqual(20_000)
})

it('a page of twenty products is 3 KB at most', async () => {
  const list = new Phone()
  list.open('list')
  expect((await list.ask('GET', `/products?limit=20&shopId=${market.shopId}`)).products).toHaveLength(20)
  expect(list.screens.reduce((sum, screen) => sum + bytesOf(screen), 0)).toBeLessThanOrEqual(3000)
})

it('near the phone: a catalogue within 90 ms, a read within 240, a write within 250, a checkout within 280 and the gateway', () => {
  for (const { name, asks } of screens)
    for (const ask of asks)
      for (const one of places) {
        const most = ask.isNear ? 90 : ask.isRead ? 240 : 280
        expect(msOf({ name, asks: [ask] }, one), `${name}, ${one}`).toBeLessThanOrEqual(most)
      }
})
