import { type Code, Failure, type Reason } from '../kernel/failure.ts'

/** Two changes read the same version of a thing and this one came second: nothing of it was written. */
export class Stale extends Error {}

/** A constraint of the database, by the words D1 reports it with, and the business error it stands for. */
const VIOLATIONS: Record<string, [Code, Reason] | [Code, Reason, string]> = {
  variants_stock: ['CONFLICT', 'INSUFFICIENT_STOCK', 'Le stock ne peut pas devenir négatif.'],
  variants_held: ['CONFLICT', 'INSUFFICIENT_STOCK'],
  accounts_covered: ['CONFLICT', 'INSUFFICIENT_BALANCE'],
  riders_job_limit: ['CONFLICT', 'JOB_LIMIT'],
  users_email: ['CONFLICT', 'ALREADY_EXISTS', 'Cette adresse e-mail est déjà utilisée.'],
  users_phone: ['CONFLICT', 'ALREADY_EXISTS', 'Ce numéro est déjà utilisé par un autre compte.'],
  'seller_profiles.user_id': ['CONFLICT', 'ALREADY_EXISTS', 'Vous avez déjà un profil vendeur.'],
  'riders.user_id': ['CONFLICT', 'ALREADY_EXISTS', 'Vous avez déjà une candidature de livreur.'],
  'categories.folded_name': ['CONFLICT', 'ALREADY_EXISTS', 'Une catégorie porte déjà ce nom.'],
  'categories.slug': ['CONFLICT', 'ALREADY_EXISTS', 'Une catégorie porte déjà ce nom.'],
  'subcategories.category_id, subcategories.folded_name': ['CONFLICT', 'ALREADY_EXISTS', 'Une sous-catégorie porte déjà ce nom.'],
  'subcategories.category_id, subcategories.slug': ['CONFLICT', 'ALREADY_EXISTS', 'Une sous-catégorie porte déjà ce nom.'],
  variants_sku: ['CONFLICT', 'ALREADY_EXISTS', 'Deux variantes ne peuvent pas porter la même référence (sku).'],
  subscriptions_live: ['CONFLICT', 'ALREADY_EXISTS', 'Vous avez déjà un abonnement actif.'],
  subscriptions_pending: ['CONFLICT', 'PAYMENT_IN_PROGRESS'],
  subscription_payments_pending: ['CONFLICT', 'PAYMENT_IN_PROGRESS'],
  gateway_transactions_live: ['CONFLICT', 'PAYMENT_IN_PROGRESS'],
  'gateway_transactions.reference': ['CONFLICT', 'ALREADY_EXISTS', 'Cette référence a déjà servi.'],
  refunds_open: ['CONFLICT', 'ALREADY_EXISTS', 'Un remboursement de cette commande est déjà en cours.'],
  // Raised by name through the guard table, from inside a commit.
  PLAN_LIMIT_REACHED: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
  SUBSCRIPTION_REQUIRED: ['FORBIDDEN', 'SUBSCRIPTION_REQUIRED'],
  INSUFFICIENT_BALANCE: ['CONFLICT', 'INSUFFICIENT_BALANCE'],
  WALLET_FROZEN: ['FORBIDDEN', 'WALLET_FROZEN'],
  CODE_USED: ['UNAUTHORIZED', 'INVALID_VERIFICATION_CODE'],
  VERSION_MISMATCH: ['CONFLICT', 'VERSION_MISMATCH'],
  SHOP_NOT_PUBLISHED: ['CONFLICT', 'INVALID_TRANSITION', "Publiez d'abord la boutique."],
}

/** The constraint an error of D1 names, whether drizzle wrapped it (a single query) or not (a batch). */
export function violated(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const text = /^(?:D1_ERROR: )?(.*?)(?:: SQLITE_CONSTRAINT| \(.*\))?(?: \(extended.*)?$/s.exec(e.message)?.[1]
    if (text === undefined) continue
    const named = /^(?:UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: (?:index ')?([^']*)'?)?$/.exec(text)
    if (named) return named[1] ?? 'foreign key'
    if (text in VIOLATIONS) return text
  }
  return undefined
}

/** Throws what a failed commit means: Stale, a business error, or the error itself. */
export function explain(error: unknown): never {
  const name = violated(error)
  if (name === 'history.thing_id, history.version') throw new Stale()
  const known = name === undefined ? undefined : VIOLATIONS[name]
  if (!known) throw error
  const [code, reason, message] = known
  throw new Failure(code, { reason, ...(message && { message }) })
}
