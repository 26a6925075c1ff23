import type { Locale } from '#kernel/format.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'

/** The kind of the notice of a job that waits for a rider: soon worth nothing. */
export const OFFER = 'delivery.offered'

/** Kinds for which somebody gets up: a job to take, an order to accept, a parcel at the door. */
const URGENT = [OFFER, 'order.paid', 'order.out-for-delivery']

/** The time for which a push is worth something, in ms, and whether a phone that sleeps is woken for it. */
export const termsOfPush = (kind: string): { ttlMs: number; isUrgent: boolean } => ({
  ttlMs: kind === OFFER ? MINUTE_MS : DAY_MS,
  isUrgent: URGENT.includes(kind),
})

type Title = Record<Locale, string>

const ACCOUNT = { fr: 'Sécurité de votre compte', en: 'Security of your account' }
const MONEY = { fr: 'Du nouveau sur votre argent', en: 'News about your money' }
const SHOP = { fr: 'Du nouveau sur votre boutique', en: 'News about your shop' }
const HELP = { fr: "Du nouveau sur l'assistance", en: 'News from support' }
const OTHER = { fr: 'Nouvelle notification', en: 'New notification' }

/** Titles by a kind, or by its first word: a locked screen shows them, so they have no name, amount, number or code. */
const TITLES: Record<string, Title> = {
  [OFFER]: { fr: 'Une course attend un livreur', en: 'A delivery waits for a rider' },
  'order.paid': { fr: 'Nouvelle commande payée', en: 'New paid order' },
  'order.out-for-delivery': { fr: 'Votre commande est en route', en: 'Your order is on its way' },
  order: { fr: 'Du nouveau sur une commande', en: 'News about an order' },
  delivery: { fr: 'Du nouveau sur une course', en: 'News about a delivery' },
  review: { fr: 'Du nouveau sur un avis', en: 'News about a review' },
  message: { fr: 'Nouveau message', en: 'New message' },
  ...byWord(MONEY, 'payin', 'payout', 'admin-payout', 'refund', 'wallet', 'subscription'),
  ...byWord(ACCOUNT, 'account', 'change', 'email', 'google', 'passkey', 'password', 'payout-number', 'phone'),
  ...byWord(ACCOUNT, 'recovery', 'secondary-email', 'session', 'totp', 'user'),
  ...byWord(SHOP, 'kyc', 'product', 'picture', 'shop'),
  ...byWord(HELP, 'incident', 'ticket'),
}

/** The title of a push. */
export const titleOfPush = (kind: string): Title => TITLES[kind] ?? TITLES[kind.split('.')[0] ?? ''] ?? OTHER

function byWord(title: Title, ...words: string[]): Record<string, Title> {
  return Object.fromEntries(words.map((word) => [word, title]))
}
