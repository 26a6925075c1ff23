import type { Copies } from './copy.ts'
import { ENDED, type Model, NAME_OF_PRODUCT, OPEN, type OrderStory, type StoryName } from './model.ts'

const DAY_MS = 86_400_000
/** The night has compared what ended with its gateway. */
const AGREED = { gateway_transactions: { agreed_at: 'c.at + 3600000' } }

type Told = Omit<Copies, 'story' | 'isKnown'>

/** Says of each story of the model which of its names a copy replaces by a column of its plan, and what else it says otherwise. */
export function copiesOf(model: Model, now: number): Record<StoryName, Copies> {
  const { base, stories } = model
  const isKnown = wordsOf(base)
  const told: Record<StoryName, Told> = {
    seller: sellerCopies(model),
    product: productCopies(model),
    buyer: buyerCopies(model),
    rider: riderCopies(model),
    ...(Object.fromEntries([...ENDED, ...OPEN].map((name) => [name, orderCopies(model, name, now)])) as Record<
      OrderStory,
      Told
    >),
  }
  return Object.fromEntries(
    Object.entries(told).map(([name, copies]) => [name, { ...copies, isKnown, story: stories[name as StoryName] }]),
  ) as Record<StoryName, Copies>
}

/** Tells whether a text stands in rows. */
function wordsOf(rows: Model['base']) {
  const all = JSON.stringify([...rows.values()])
  const known = new Map<string, boolean>()
  return (text: string) => {
    const isKnown = known.get(text) ?? all.includes(text)
    known.set(text, isKnown)
    return isKnown
  }
}

const text = ({ stories }: Model, story: StoryName, table: string, column: string) =>
  String(stories[story].rows.get(table)?.[0]?.[column])

function sellerCopies(model: Model): Told {
  const { id, email, profileId, shopId } = model.market.seller
  const yearLater = `unixepoch(c.at / 1000, 'unixepoch', '+1 year') * 1000`
  return {
    bound: new Map([
      [email, 'email'],
      [text(model, 'seller', 'users', 'name'), 'name'],
      [text(model, 'seller', 'seller_profiles', 'business_name'), 'business'],
      [text(model, 'seller', 'shops', 'skeleton'), 'skeleton'],
    ]),
    reworded: {
      ...AGREED,
      subscriptions: { current_period_end: yearLater },
      subscription_payments: { period_end: yearLater },
    },
    kept: {
      into: 'stalls',
      columns: { seller_id: id, seller_email: email, profile_id: profileId, shop_id: shopId },
    },
  }
}

function productCopies(model: Model): Told {
  const { seller, productId, variantIds } = model.market
  const variants = Object.fromEntries(variantIds.map((id, i) => [`variant${i}_id`, id]))
  return {
    bound: new Map([
      [seller.id, 'seller_id'],
      [seller.profileId, 'profile_id'],
      [seller.shopId, 'shop_id'],
      [NAME_OF_PRODUCT, 'name'],
      [text(model, 'product', 'products', 'slug'), 'slug'],
    ]),
    kept: { into: 'goods', columns: { product_id: productId, ...variants } },
  }
}

const personWords = (model: Model, story: 'buyer' | 'rider') =>
  new Map([
    [model.market[story].email, 'email'],
    [text(model, story, 'users', 'name'), 'name'],
  ])

const buyerCopies = (model: Model): Told => ({
  bound: personWords(model, 'buyer'),
  kept: {
    into: 'customers',
    columns: {
      buyer_id: model.market.buyer.id,
      buyer_email: model.market.buyer.email,
      phone: text(model, 'buyer', 'users', 'phone'),
    },
  },
})

const riderCopies = (model: Model): Told => ({
  bound: personWords(model, 'rider'),
  kept: {
    into: 'couriers',
    columns: {
      rider_id: model.market.rider.riderId,
      rider_user_id: model.market.rider.id,
      rider_email: model.market.rider.email,
    },
  },
})

function orderCopies({ market }: Model, name: OrderStory, now: number): Told {
  const { seller, buyer, rider, productId, variantIds } = market
  const bound = new Map([
    [buyer.id, 'buyer_id'],
    [buyer.email, 'buyer_email'],
    [seller.id, 'seller_id'],
    [seller.email, 'seller_email'],
    [seller.profileId, 'profile_id'],
    [seller.shopId, 'shop_id'],
    [rider.riderId, 'rider_id'],
    [rider.id, 'rider_user_id'],
    [rider.email, 'rider_email'],
    [productId, 'product_id'],
    ...variantIds.map((id, i): [string, string] => [id, `variant${i}_id`]),
  ])
  if (name === 'unpaid') return { bound }
  if (name !== 'expired') return { bound, reworded: AGREED }
  // Texts and lines of orders that nobody paid go after a month.
  const since = now - 30 * DAY_MS
  const orders = {
    delivery_address: `iif(c.at > ${since}, '12, avenue de la Paix, Bukavu', NULL)`,
    cancellation_reason: `iif(c.at > ${since}, 'Le délai de paiement est passé.', NULL)`,
    emptied_at: `iif(c.at > ${since}, NULL, c.at + ${30 * DAY_MS})`,
  }
  return { bound, keptDays: { order_items: 30 }, reworded: { ...AGREED, orders } }
}
