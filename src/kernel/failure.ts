/** Every way an operation can refuse: its HTTP status and what the person reads (docs/conventions.md, Error codes). */
export const CODES = {
  VALIDATION_ERROR: [400, 'La requête contient des champs invalides.'],
  MBIYOPAY_PAYIN_FAILED: [400, "L'opérateur a refusé le paiement."],
  MBIYOPAY_PAYOUT_FAILED: [400, "L'opérateur a refusé le versement."],
  PAWAPAY_DEPOSIT_REJECTED: [400, "L'opérateur a refusé le paiement."],
  PAWAPAY_PAYOUT_REJECTED: [400, "L'opérateur a refusé le versement."],
  PAWAPAY_REFUND_REJECTED: [400, "L'opérateur a refusé le remboursement."],
  UNAUTHORIZED: [401, 'Connectez-vous pour continuer.'],
  FORBIDDEN: [403, "Vous n'avez pas le droit de faire cette action."],
  NOT_FOUND: [404, 'Élément introuvable.'],
  METHOD_NOT_ALLOWED: [405, "Cette méthode n'est pas permise ici."],
  CONFLICT: [409, "Cette action n'est pas possible dans l'état actuel."],
  GONE: [410, "Ce code, ce lien ou cette offre n'est plus valable."],
  PAYLOAD_TOO_LARGE: [413, 'Le contenu envoyé est trop volumineux.'],
  UNSUPPORTED_MEDIA_TYPE: [415, "Le type du contenu envoyé n'est pas accepté."],
  UPGRADE_REQUIRED: [426, "Cette adresse ne répond qu'à une WebSocket."],
  TOO_MANY_REQUESTS: [429, 'Trop de tentatives. Réessayez un peu plus tard.'],
  INTERNAL_ERROR: [500, "Une erreur interne est survenue. Réessayez ; si elle persiste, contactez l'assistance."],
  GATEWAY_ERROR: [502, "L'opérateur a mal répondu. Vérifiez où en est l'opération avant de recommencer."],
  SERVICE_UNAVAILABLE: [503, 'Le service est momentanément indisponible. Réessayez dans quelques secondes.'],
  GATEWAY_UNAVAILABLE: [503, 'Un service nécessaire est injoignable ou occupé pour le moment. Réessayez plus tard.'],
} as const

/** Stable sub-codes, each with the code it belongs to and its default sentence. */
export const REASONS = {
  INVALID_CREDENTIALS: ['UNAUTHORIZED', 'E-mail ou mot de passe incorrect.'],
  TOKEN_EXPIRED: ['UNAUTHORIZED', 'Votre session a expiré. Reconnectez-vous.'],
  INVALID_VERIFICATION_CODE: ['UNAUTHORIZED', 'Le code de vérification est incorrect.'],
  ACCOUNT_BLOCKED: ['FORBIDDEN', "Ce compte est bloqué. Écrivez à l'assistance si vous ne savez pas pourquoi."],
  EMAIL_NOT_VERIFIED: ['FORBIDDEN', "Vérifiez d'abord votre adresse e-mail."],
  PHONE_NOT_VERIFIED: ['FORBIDDEN', "Vérifiez d'abord votre numéro de téléphone."],
  SUBSCRIPTION_REQUIRED: ['FORBIDDEN', 'Un abonnement actif est nécessaire. Prenez ou renouvelez un plan.'],
  KYC_REQUIRED: [
    'FORBIDDEN',
    "Une vérification d'identité approuvée est nécessaire. Complétez et soumettez votre dossier.",
  ],
  SHOP_SUSPENDED: ['FORBIDDEN', "Cette boutique est suspendue. Écrivez à l'assistance."],
  REAUTH_REQUIRED: ['FORBIDDEN', "Confirmez d'abord que ce compte est à vous."],
  TERMS_CHANGED: [
    'FORBIDDEN',
    'Les conditions ont changé. Lisez celles de GET /config et acceptez-les pour continuer.',
  ],
  CSRF: ['FORBIDDEN', "L'origine de la requête n'est pas autorisée."],
  RIDER_NOT_ACTIVE: [
    'FORBIDDEN',
    "Votre compte livreur n'est pas actif. Attendez la décision de l'équipe, ou écrivez à l'assistance.",
  ],
  WALLET_FROZEN: ['FORBIDDEN', "Ce portefeuille est gelé. Écrivez à l'assistance."],
  MFA_REQUIRED: [
    'FORBIDDEN',
    "Ajoutez une application d'authentification ou une clé d'accès à votre compte, puis connectez-vous avec elle.",
  ],
  OWN_SHOP: ['FORBIDDEN', 'Vous ne pouvez pas acheter dans votre propre boutique.'],
  OUT_OF_REACH: [
    'CONFLICT',
    'La boutique ne livre pas à cette adresse. Choisissez-en une autre, ou retirez sur place.',
  ],
  SHOP_CLOSED: ['CONFLICT', 'La boutique est fermée pour le moment. Revenez ensuite, ou commandez ailleurs.'],
  INSUFFICIENT_STOCK: ['CONFLICT', "Il n'y a plus assez de stock."],
  INSUFFICIENT_BALANCE: ['CONFLICT', 'Le solde disponible est insuffisant. Demandez un montant plus petit.'],
  PLAN_LIMIT_REACHED: ['CONFLICT', 'La limite de votre plan est atteinte. Passez à un plan supérieur pour continuer.'],
  INVALID_TRANSITION: ['CONFLICT', "Cette action n'est pas possible dans l'état actuel."],
  ALREADY_EXISTS: ['CONFLICT', 'Cet élément existe déjà.'],
  PRICE_CHANGED: ['CONFLICT', 'Le prix a changé. Relisez-le, puis recommencez.'],
  ALREADY_TAKEN: ['CONFLICT', "Quelqu'un d'autre a été plus rapide : c'est déjà pris."],
  VERSION_MISMATCH: ['CONFLICT', "Cet élément a été modifié entre-temps. Rechargez-le avant d'enregistrer."],
  IN_USE: ['CONFLICT', "Cet élément est encore utilisé. Retirez-le d'abord de ce qui s'en sert."],
  RATE_JUMP: ['CONFLICT', "Ce taux s'écarte de plus de 20 % de celui qui est en vigueur."],
  LAST_SIGN_IN_METHOD: ['CONFLICT', "C'est votre dernier moyen de connexion. Ajoutez-en d'abord un autre."],
  IDEMPOTENCY_KEY_REUSED: ['CONFLICT', 'Cette clé a déjà servi pour une autre requête. Prenez une nouvelle clé.'],
  REQUEST_IN_PROGRESS: [
    'CONFLICT',
    'Cette requête est déjà en cours de traitement. Attendez un instant, puis recommencez.',
  ],
  PAYMENT_IN_PROGRESS: ['CONFLICT', 'Un paiement est déjà en cours. Répondez-y sur le téléphone, ou attendez sa fin.'],
  GATEWAY_DISAGREES: ['CONFLICT', "L'opérateur dit autre chose de ce mouvement."],
  WITHDRAWAL_HELD: ['CONFLICT', 'Les retraits attendent 24 heures après un changement du compte.'],
  PAYOUT_LIMIT: ['CONFLICT', 'La limite de retrait de 24 heures est atteinte. Réessayez plus tard.'],
  TOO_MANY_UNPAID: [
    'CONFLICT',
    'Trop de vos commandes attendent leur paiement. Payez-les ou annulez-les ; si un paiement est en cours, attendez sa fin, 15 minutes au plus.',
  ],
  APPROVER_HELD: [
    'CONFLICT',
    "Qui est administrateur, ou débloqué, depuis moins de 24 heures n'approuve rien qui touche à l'argent. Demandez à un autre administrateur.",
  ],
  JOB_LIMIT: [
    'CONFLICT',
    "Vous avez déjà le nombre maximal de courses en cours. Terminez-en ou rendez-en une d'abord.",
  ],
  CHALLENGE_REQUIRED: ['TOO_MANY_REQUESTS', "Confirmez d'abord que vous n'êtes pas un robot."],
} as const satisfies Record<string, readonly [Code, string]>

export type Code = keyof typeof CODES
export type Reason = keyof typeof REASONS
/** The most precise name of a refusal: its reason, or its code if it has no reason. */
export type Refusal = Code | Reason
export type FieldError = { field: string; message: string }

type Extra = {
  reason?: Reason
  message?: string
  details?: FieldError[]
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
  /** Methods, sent as `Allow` with a 405. */
  allow?: string[]
  /** The name of the broken guard, for code that goes on after it; no answer shows it. */
  guard?: string
}

/** A refusal that the caller is told about. Any other thrown error answers 500 and does not say why. */
export class Failure extends Error {
  readonly code: Code
  readonly reason: Reason | undefined
  readonly details: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly allow: string[] | undefined
  readonly guard: string | undefined

  constructor(code: Code, extra: Extra = {}) {
    super(extra.message ?? sentenceOf(extra.reason ?? code))
    this.name = 'Failure'
    this.code = code
    this.reason = extra.reason
    this.details = extra.details
    this.retryAfter = extra.retryAfter
    this.allow = extra.allow
    this.guard = extra.guard
  }

  get status() {
    return CODES[this.code][0]
  }

  /** The failure envelope of docs/conventions.md, Envelope. */
  toBody() {
    const { code, message, reason, details } = this
    return { success: false as const, error: { code, message, ...(reason && { reason }), ...(details && { details }) } }
  }
}

const isReason = (refusal: Refusal): refusal is Reason => refusal in REASONS

/** The default sentence of a refusal. */
export const sentenceOf = (refusal: Refusal) => (isReason(refusal) ? REASONS[refusal][1] : CODES[refusal][1])

/** The HTTP status of a refusal. */
export const statusOf = (refusal: Refusal) => CODES[isReason(refusal) ? REASONS[refusal][0] : refusal][0]

/** Stops the operation with a refusal: `(await findOrder(ctx, id)) ?? fail('NOT_FOUND')`. */
export function fail(code: Code, extra?: Extra | Reason): never {
  throw new Failure(code, typeof extra === 'string' ? { reason: extra } : extra)
}

/** A 400 about one field of the input. */
export function invalid(field: string, message: string): never {
  throw new Failure('VALIDATION_ERROR', { message, details: [{ field, message }] })
}
