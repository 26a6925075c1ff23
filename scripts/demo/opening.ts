import { unwrap } from '#src/client.ts'
import { drawPicture } from '../seed/picture.ts'
import { chapter, did, mustBe, say, until } from './narrator.ts'
import { newcomer, type Person, provePhone, type Stage } from './people.ts'

export type Offer = { seller: Person; shopId: string; productId: string; variantId: string; price: string }

/** A seller joins, subscribes through gateway A, opens a shop in Goma and offers a product in Congolese francs. */
export async function openShop(stage: Stage): Promise<Offer> {
  chapter('Une vendeuse s’installe à Goma')
  const seller = await newcomer(stage, 'Espérance Kahindo', 'SELLER')
  await provePhone(stage, seller)
  await register(seller)
  await subscribe(seller)
  const shopId = await openStall(seller)
  return { seller, shopId, ...(await offerCheese(seller, shopId)) }
}

async function register({ name, client, phone }: Person): Promise<void> {
  const profile = await unwrap(
    client.sellerProfiles.index.$post({
      json: {
        businessName: 'Laiterie du Masisi',
        businessType: 'INDIVIDUAL',
        contactPhone: phone,
        address: { country: 'CD', city: 'Goma', commune: 'Karisimbi' },
        acceptTerms: true,
      },
    }),
  )
  did(`${name} devient vendeuse sous le nom « ${profile.businessName} »`)
}

async function subscribe({ client, phone }: Person): Promise<void> {
  const { plans } = await unwrap(client.plans.index.$get())
  const plan = plans.find(({ slug }) => slug === 'vendeur')
  mustBe(plan !== undefined, 'le plan Vendeur est en vente')
  const payer = { payerPhoneNumber: phone, country: 'CD', provider: 'AIRTEL_COD' } as const
  const { payment, depositId } = await unwrap(
    client.subscriptions.index.$post({ json: { planId: plan.id, billingCycle: 'MONTHLY', currency: 'CDF', ...payer } }),
  )
  did(
    `Elle choisit le plan ${plan.name} : ${say(payment.amount, payment.currency)} par mois, demandés sur son téléphone`,
  )
  const subscription = await until('l’abonnement est payé', async () => {
    const paid = await unwrap(
      client.subscriptionPayments.payments[':depositId']['check-status'].$post({ param: { depositId } }),
    )
    return paid.payment.status === 'SUCCEEDED' && paid.subscription
  })
  mustBe(subscription.status === 'ACTIVE', `l’abonnement est ${subscription.status}`)
  did(`Le dépôt est arrivé : l’abonnement court jusqu’au ${subscription.currentPeriodEnd?.slice(0, 10)}`)
}

async function openStall({ client, phone }: Person): Promise<string> {
  const shop = await unwrap(
    client.myShops.index.$post({
      json: {
        name: 'Laiterie du Masisi',
        description: 'Fromages et beurre des pâturages du Masisi.',
        phone,
        address: { country: 'CD', city: 'Goma', avenue: 'Avenue du Lac', number: '7', lat: -1.6792, lng: 29.2228 },
        currency: 'CDF',
      },
    }),
  )
  const { status } = await unwrap(client.myShops[':id'].publish.$post({ param: { id: shop.id } }))
  mustBe(status === 'PUBLISHED', `la boutique est ${status}`)
  did(`La boutique « ${shop.name} » ouvre à l’adresse ${shop.slug}`)
  return shop.id
}

async function offerCheese({ client }: Person, shopId: string) {
  const { categories } = await unwrap(client.categories.index.$get({ query: {} }))
  const grocery = categories.flatMap(({ subcategories }) => subcategories).find(({ name }) => name === 'Épicerie')
  mustBe(grocery !== undefined, 'la sous-catégorie Épicerie existe')
  const product = await unwrap(
    client.shopProducts.index.$post({
      form: {
        shopId,
        subcategoryId: grocery.id,
        name: 'Fromage de Masisi affiné',
        description: 'Meule de Gouda du Masisi, affinée deux mois, croûte naturelle. Un kilogramme.',
        weightGrams: '1000',
        expiresAt: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
        currency: 'CDF',
        variants: JSON.stringify([{ sku: 'MAS-1KG', price: '18500.00', stock: 12 }]),
        images: new File([drawPicture('round', 45)], 'fromage.png', { type: 'image/png' }),
      },
    }),
  )
  const variant = product.variants[0]
  mustBe(variant !== undefined && product.images.length === 1, 'le produit a sa variante et sa photo')
  const { status } = await unwrap(
    client.shopProducts[':id'].status.$post({ param: { id: product.id }, json: { status: 'PUBLISHED' } }),
  )
  mustBe(status === 'PUBLISHED', `le produit est ${status}`)
  did(
    `Elle met en vente « ${product.name} », ${say(variant.price, product.currency)}, ${variant.stock} en stock, avec sa photo`,
  )
  return { productId: product.id, variantId: variant.id, price: variant.price }
}
