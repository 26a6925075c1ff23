import { type Code, Failure, type Reason } from '../kernel/failure.ts'
import { failureOf, guardNamed } from './guard.ts'

/** Two changes read the same version of a thing and this one came second: nothing of it was written. */
export class Stale extends Error {
  override readonly name = 'Stale'
}

/** What says that another change came first: of one version, or the one that made the thing. */
const STALE = new Set([
  'history.thing_id, history.version',
  'kyc.seller_profile_id',
  'messages.sender_id, messages.order_id, messages.client_message_id',
  'expenses.requested_by',
  'refunds.requested_by',
  'refunds.order_id',
])

/** A constraint of the database, by the words D1 reports it with, and the business error it stands for. */
const CONSTRAINTS: Record<string, [code: Code, reason?: Reason | undefined, message?: string]> = {
  variants_stock: ['CONFLICT', 'INSUFFICIENT_STOCK', 'Le stock ne peut pas devenir négatif.'],
  variants_held: ['CONFLICT', 'INSUFFICIENT_STOCK'],
  accounts_covered: ['CONFLICT', 'INSUFFICIENT_BALANCE'],
  'users.email': ['CONFLICT', 'ALREADY_EXISTS', 'Cette adresse e-mail est déjà utilisée.'],
  'users.phone': ['CONFLICT', 'ALREADY_EXISTS', 'Ce numéro est déjà utilisé par un autre compte.'],
  'seller_profiles.user_id': ['CONFLICT', 'ALREADY_EXISTS', 'Vous avez déjà un profil vendeur.'],
  'riders.user_id': ['CONFLICT', 'ALREADY_EXISTS', 'Vous avez déjà une candidature de livreur.'],
  'delivery_zones.folded_name': ['CONFLICT', 'ALREADY_EXISTS', 'Une zone porte déjà ce nom.'],
  'categories.folded_name': ['CONFLICT', 'ALREADY_EXISTS', 'Une catégorie porte déjà ce nom.'],
  'categories.slug': ['CONFLICT', 'ALREADY_EXISTS', 'Une catégorie porte déjà ce nom.'],
  'subcategories.category_id, subcategories.folded_name': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Une sous-catégorie porte déjà ce nom.',
  ],
  'subcategories.category_id, subcategories.slug': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Une sous-catégorie porte déjà ce nom.',
  ],
  'variants.product_id, variants.sku': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Deux variantes ne peuvent pas porter la même référence (sku).',
  ],
  shops_skeleton: [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Une boutique publiée porte déjà ce nom, ou un nom qui lui ressemble : choisissez-en un autre.',
  ],
  'product_imports.shop_id': ['CONFLICT', 'ALREADY_EXISTS', 'Une importation est déjà en cours pour cette boutique.'],
  'subscriptions.seller_profile_id': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Vous avez déjà un abonnement actif ou en attente de paiement.',
  ],
  'subscription_payments.seller_profile_id': ['CONFLICT', 'PAYMENT_IN_PROGRESS'],
  'gateway_transactions.purpose, gateway_transactions.subject_id, gateway_transactions.currency': [
    'CONFLICT',
    'PAYMENT_IN_PROGRESS',
  ],
  'gateway_transactions.reference': ['CONFLICT', 'ALREADY_EXISTS', 'Cette référence a déjà servi.'],
  'refunds.payin_id, refunds.order_id': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Ce paiement est déjà en cours de remboursement.',
  ],
  'reports.reporter_id, reports.target_id': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Vous avez déjà signalé ceci : votre signalement est ouvert.',
  ],
  'incidents.order_id': ['CONFLICT', 'ALREADY_EXISTS', 'Un incident de cette commande est déjà ouvert.'],
  'stock_movements.order_id, stock_movements.variant_id, stock_movements.type': [
    'CONFLICT',
    'INVALID_TRANSITION',
    'Le retour de cette commande est déjà enregistré.',
  ],
  'bookings.folded_reference': ['CONFLICT', 'ALREADY_EXISTS', 'Une écriture porte déjà cette référence.'],
  'posts.slug': ['CONFLICT', 'ALREADY_EXISTS', 'Un article a déjà cette adresse (slug).'],
  'passkeys.credential_id': ['CONFLICT', 'ALREADY_EXISTS', "Cette clé d'accès est déjà enregistrée."],
  'identities.provider, identities.subject': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Ce compte Google est déjà lié à un compte.',
  ],
  'identities.user_id, identities.provider': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Un compte Google est déjà lié à votre compte.',
  ],
}

/** The constraint an error of D1 names, whether drizzle wrapped it (a single query) or not (a batch). */
function violated(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const text = /^(?:D1_ERROR: )?(.*?)(?:: SQLITE_CONSTRAINT| \(.*\))?(?: \(extended.*)?$/s.exec(e.message)?.[1]
    if (text === undefined) continue
    const named = /^(?:UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: (?:index ')?([^']*)'?)?$/.exec(text)
    if (named) return named[1] ?? 'foreign key'
    if (guardNamed(text)) return text
  }
  return undefined
}

/** Whether the database refused what a commit says: then nothing of it was written. */
export const isMeant = (error: unknown): boolean => violated(error) !== undefined

/** Throws what a failed commit means: Stale, a business error, or the error itself. */
export function throwMeaning(error: unknown): never {
  const name = violated(error)
  if (name !== undefined && STALE.has(name)) throw new Stale()
  const broken = name === undefined ? undefined : guardNamed(name)
  if (broken) throw broken.isStale ? new Stale() : failureOf(broken)
  const known = name === undefined ? undefined : CONSTRAINTS[name]
  if (!known) throw error
  const [code, reason, message] = known
  throw new Failure(code, { ...(reason && { reason }), ...(message && { message }) })
}
