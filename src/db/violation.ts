import { type Code, Failure, type Reason } from '../kernel/failure.ts'

/** Two changes read the same version of a thing and this one came second: nothing of it was written. */
export class Stale extends Error {}

/** A constraint of the database, by the words D1 reports it with, and the business error it stands for. */
const VIOLATIONS: Record<string, [code: Code, reason?: Reason | undefined, message?: string]> = {
  variants_stock: ['CONFLICT', 'INSUFFICIENT_STOCK', 'Le stock ne peut pas devenir négatif.'],
  variants_held: ['CONFLICT', 'INSUFFICIENT_STOCK'],
  accounts_covered: ['CONFLICT', 'INSUFFICIENT_BALANCE'],
  riders_job_limit: ['CONFLICT', 'JOB_LIMIT'],
  'users.email': ['CONFLICT', 'ALREADY_EXISTS', 'Cette adresse e-mail est déjà utilisée.'],
  'users.phone': ['CONFLICT', 'ALREADY_EXISTS', 'Ce numéro est déjà utilisé par un autre compte.'],
  'seller_profiles.user_id': ['CONFLICT', 'ALREADY_EXISTS', 'Vous avez déjà un profil vendeur.'],
  'riders.user_id': ['CONFLICT', 'ALREADY_EXISTS', 'Vous avez déjà une candidature de livreur.'],
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
  'subscriptions.seller_profile_id': [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Vous avez déjà un abonnement actif ou en attente de paiement.',
  ],
  'subscription_payments.seller_profile_id': ['CONFLICT', 'PAYMENT_IN_PROGRESS'],
  'gateway_transactions.purpose, gateway_transactions.subject_id': ['CONFLICT', 'PAYMENT_IN_PROGRESS'],
  'gateway_transactions.reference': ['CONFLICT', 'ALREADY_EXISTS', 'Cette référence a déjà servi.'],
  'refunds.order_id': ['CONFLICT', 'ALREADY_EXISTS', 'Un remboursement de cette commande est déjà en cours.'],
  'stock_movements.order_id, stock_movements.variant_id, stock_movements.type': [
    'CONFLICT',
    'INVALID_TRANSITION',
    'Le retour de cette commande est déjà enregistré.',
  ],
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
  // Raised by name through the guard table, from inside a commit.
  NOT_FOUND: ['NOT_FOUND'],
  PRODUCT_WITHOUT_IMAGE: ['CONFLICT', 'INVALID_TRANSITION', "Ajoutez d'abord une image au produit."],
  PLAN_LIMIT_REACHED: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
  SUBSCRIPTION_REQUIRED: ['FORBIDDEN', 'SUBSCRIPTION_REQUIRED'],
  INSUFFICIENT_BALANCE: ['CONFLICT', 'INSUFFICIENT_BALANCE'],
  WALLET_FROZEN: ['FORBIDDEN', 'WALLET_FROZEN'],
  PAYOUT_NUMBER_CHANGED: ['CONFLICT', undefined, 'Votre numéro de retrait vient de changer. Demandez un nouveau code.'],
  PAYOUT_DAY_LIMIT: ['CONFLICT', undefined, 'La limite de retrait de 24 heures est atteinte. Réessayez plus tard.'],
  CODE_TOO_SOON: [
    'TOO_MANY_REQUESTS',
    undefined,
    "Un code vient d'être envoyé. Attendez une minute avant d'en demander un autre.",
  ],
  TOKEN_USED: ['GONE', undefined, "Cette demande n'est plus valable. Recommencez."],
  PASSWORD_EXISTS: ['CONFLICT', 'ALREADY_EXISTS', 'Votre compte a déjà un mot de passe. Changez-le.'],
  NO_SECONDARY_EMAIL: ['CONFLICT', undefined, "Vous n'avez pas d'adresse de secours à promouvoir."],
  SECONDARY_IS_PRIMARY: ['CONFLICT', 'ALREADY_EXISTS', "C'est déjà votre adresse principale."],
  SIGN_IN_CHANGED: ['UNAUTHORIZED', 'INVALID_CREDENTIALS'],
  PASSKEY_COUNTER: [
    'UNAUTHORIZED',
    'INVALID_VERIFICATION_CODE',
    "Cette clé d'accès n'est plus sûre : utilisez un autre moyen.",
  ],
  PASSKEY_LIMIT: ['CONFLICT', undefined, "Vous avez déjà 20 clés d'accès. Supprimez-en une d'abord."],
  TOTP_ENABLED: ['CONFLICT', 'ALREADY_EXISTS', 'La double authentification est déjà activée.'],
  TOTP_DISABLED: ['CONFLICT', undefined, "La double authentification n'est pas activée."],
  LAST_SIGN_IN_METHOD: ['CONFLICT', 'LAST_SIGN_IN_METHOD'],
  ID_TOKEN_USED: ['UNAUTHORIZED', 'INVALID_CREDENTIALS', 'Cette connexion avec Google a déjà servi. Recommencez-la.'],
  CODE_USED: ['UNAUTHORIZED', 'INVALID_VERIFICATION_CODE'],
  CODE_QUOTA: ['TOO_MANY_REQUESTS', undefined, 'Trop de codes ont été envoyés. Réessayez dans une heure.'],
  PHONE_TAKEN: ['CONFLICT', 'ALREADY_EXISTS', 'Ce numéro est déjà utilisé par un autre compte.'],
  ROLE_CHANGED: ['CONFLICT', undefined, 'Seul un acheteur ou un livreur peut déposer une candidature de livreur.'],
  RIDER_NOT_ACTIVE: ['FORBIDDEN', 'RIDER_NOT_ACTIVE'],
  USER_BLOCKED: ['CONFLICT', 'INVALID_TRANSITION', 'Ce compte est déjà bloqué.'],
  USER_NOT_BLOCKED: ['CONFLICT', 'INVALID_TRANSITION', "Ce compte n'est pas bloqué."],
  LAST_ADMIN: ['CONFLICT', undefined, 'Il doit rester un administrateur actif.'],
  USER_DELETED: ['CONFLICT', 'INVALID_TRANSITION', 'Ce compte est déjà supprimé.'],
  USER_NOT_DELETED: ['CONFLICT', 'INVALID_TRANSITION', "Ce compte n'est pas supprimé."],
  USER_ERASED: ['CONFLICT', 'INVALID_TRANSITION', 'Les données de ce compte sont effacées : il ne revient pas.'],
  SUBJECT_CHANGED: ['CONFLICT', 'INVALID_TRANSITION', 'Ce compte vient de changer. Regardez-le avant de recommencer.'],
  ACTOR_GONE: ['UNAUTHORIZED', 'TOKEN_EXPIRED'],
  NO_PHONE: ['CONFLICT', undefined, "Ce compte n'a pas de numéro à vérifier."],
  EMAIL_CHANGED: ['CONFLICT', undefined, 'Votre adresse e-mail vient de changer. Recommencez.'],
  OPEN_ORDERS: ['CONFLICT', undefined, 'Des commandes sont encore en cours. Terminez-les ou annulez-les avant.'],
  OPEN_WITHDRAWALS: ['CONFLICT', undefined, 'Un retrait est encore en cours. Attendez sa fin.'],
  MONEY_LEFT: ['CONFLICT', undefined, "Le portefeuille n'est pas vide. Retirez d'abord ce qu'il contient."],
  NOT_DUE: ['CONFLICT', 'INVALID_TRANSITION', "Aucune suppression n'est prévue pour ce compte."],
  ADDRESS_LIMIT: ['CONFLICT', undefined, "Vous avez déjà 20 adresses. Supprimez-en une d'abord."],
  DEFAULT_NEEDED: ['CONFLICT', undefined, 'Choisissez plutôt une autre adresse par défaut : il en faut une.'],
  VERSION_MISMATCH: ['CONFLICT', 'VERSION_MISMATCH'],
  ALREADY_SUBSCRIBED: [
    'CONFLICT',
    'ALREADY_EXISTS',
    'Vous avez déjà un abonnement en cours. Changez de plan ou renouvelez-le.',
  ],
  PAYMENT_IN_PROGRESS: ['CONFLICT', 'PAYMENT_IN_PROGRESS'],
  NOT_A_BUYER: ['CONFLICT', undefined, 'Seul un compte acheteur ou vendeur peut devenir vendeur.'],
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
export function throwMeaning(error: unknown): never {
  const name = violated(error)
  if (name === 'history.thing_id, history.version') throw new Stale()
  const known = name === undefined ? undefined : VIOLATIONS[name]
  if (!known) throw error
  const [code, reason, message] = known
  throw new Failure(code, {
    ...(reason && { reason }),
    ...(message && { message }),
    ...(code === 'TOO_MANY_REQUESTS' && { retryAfter: 60 }),
  })
}
