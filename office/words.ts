import type {
  Booking,
  Expense,
  IncidentCard,
  IncidentResolution,
  Me,
  OrderEvent,
  PlatformSettings,
  Post,
  Review,
  Rider,
  StaffOrderFile,
  StaffReport,
  Subscription,
  Ticket,
} from '@soko/client'

// Names of the service's words for people. A word that is missing here is shown as the service writes it.

type Words<Said extends string> = ((said: Said | null | undefined) => string) & { all: Said[] }

/** Words for each member of a closed set of the service: the compiler asks for those of a new one. `all` are its members. */
export const wordsFor = <Said extends string>(words: Record<Said, string>): Words<Said> =>
  Object.assign((said: Said | null | undefined) => (said ? (words[said] ?? said) : '—'), {
    all: Object.keys(words) as Said[],
  })
/** Words for some of what the service says. */
const someOf = (words: Record<string, string>) => (said: string | null | undefined) =>
  said ? (words[said] ?? said) : '—'

export const roleWord = wordsFor<Me['role'] | OrderEvent['actorRole']>({
  ADMIN: 'administration',
  SUPPORT: 'support',
  ACCOUNTANT: 'comptabilité',
  BUYER: 'acheteur',
  SELLER: 'vendeur',
  RIDER: 'livreur',
  SYSTEM: 'le service',
})

export const network = someOf({
  vodacom: 'Vodacom M-Pesa',
  orange: 'Orange Money',
  airtel: 'Airtel Money',
  africell: 'Africell Money',
  mtn: 'MTN MoMo',
})
export const PROVIDERS = {
  VODACOM_MPESA_COD: 'Vodacom M-Pesa (RD Congo)',
  ORANGE_COD: 'Orange Money (RD Congo)',
  AIRTEL_COD: 'Airtel Money (RD Congo)',
  MTN_MOMO_RWA: 'MTN MoMo (Rwanda)',
  AIRTEL_RWA: 'Airtel Money (Rwanda)',
}
export const provider = someOf(PROVIDERS)
/** Why an operator did not move money. A code that is not here is shown beside its meaning, for a call to the operator. */
const FAILURES: Record<string, string> = {
  CANCELLED: "annulé par l'opérateur",
  DECIDED: "noté à la main : l'argent n'est pas arrivé",
  FAILED: "refusé par l'opérateur",
  INSUFFICIENT_BALANCE: 'solde insuffisant',
  INSUFFICIENT_FUNDS: 'solde insuffisant',
  INVALID_AMOUNT: "montant que l'opérateur ne prend pas",
  AMOUNT_OUT_OF_BOUNDS: "montant que l'opérateur ne prend pas",
  INVALID_PHONE_NUMBER: 'numéro sans compte sur ce réseau',
  INVALID_PROVIDER: 'numéro sans compte sur ce réseau',
  MANUALLY_CANCELLED: "annulé chez l'opérateur",
  NOT_FOUND: "inconnu de l'opérateur",
  NOT_SENT: "jamais parti vers l'opérateur",
  PAWAPAY_WALLET_OUT_OF_FUNDS: "notre compte chez l'opérateur est vide",
  RECIPIENT_LIMIT_REACHED: 'plafond du destinataire atteint',
  RECIPIENT_NOT_FOUND: 'numéro sans compte sur ce réseau',
  REFUSED: "refusé par l'opérateur",
  TIMEOUT: 'sans réponse à temps',
  WALLET_LIMIT_REACHED: 'plafond du destinataire atteint',
}
export const failure = (code: string | null | undefined) =>
  code && (FAILURES[code] ?? `refusé par l'opérateur (${code})`)

export const fulfillment = wordsFor<StaffOrderFile['fulfillmentMethod']>({
  DELIVERY: 'livraison',
  PICKUP: 'retrait en boutique',
})

export const bookingKind = wordsFor<Booking['kind']>({
  GATEWAY_FEE: "Frais d'un opérateur",
  SETTLEMENT: 'Virement vers la banque',
  TOP_UP: 'Approvisionnement',
  EXCHANGE: 'Change',
  ROUNDING: 'Arrondis en caisse',
})

export const vehicle = wordsFor<Rider['vehicleType']>({
  MOTO: 'moto',
  CAR: 'voiture',
  BICYCLE: 'vélo',
  ON_FOOT: 'à pied',
})
export const paper = someOf({
  ID_FRONT: "Pièce d'identité, recto",
  ID_BACK: "Pièce d'identité, verso",
  SELFIE: 'Photo de la personne',
  PROOF_OF_ADDRESS: 'Preuve de domicile',
  BUSINESS_REGISTRATION: 'RCCM',
  TAX_CERTIFICATE: 'Attestation fiscale',
  DRIVER_LICENSE: 'Permis de conduire',
  NATIONAL_ID: "Carte d'identité",
  PASSPORT: 'Passeport',
  VOTER_CARD: "Carte d'électeur",
  VEHICLE: 'Papiers du véhicule',
  PHOTO: 'Photo',
})
export const severity = wordsFor<IncidentCard['severity']>({
  LOW: 'mineur',
  MEDIUM: 'moyen',
  HIGH: 'grave',
  CRITICAL: 'critique',
})
export const incidentType = wordsFor<IncidentCard['type']>({
  ORDER: 'commande',
  PAYMENT: 'paiement',
  DELIVERY: 'livraison',
  PLATFORM: 'service',
  SECURITY: 'sécurité',
  OTHER: 'autre',
})
export const incidentOutcome = wordsFor<NonNullable<IncidentResolution['outcome']>>({
  BUYER: "pour l'acheteur : rembourser tout ce qui reste",
  SELLER: 'pour le vendeur : ne pas rembourser',
  SPLIT: 'partager : rembourser une partie',
  LOST: 'colis perdu : annuler, et rembourser tout ce qui reste',
})
export const complaint = wordsFor<StaffReport['reasonCode']>({
  COUNTERFEIT: 'contrefaçon',
  MISLEADING: 'trompeur',
  OFFENSIVE: 'offensant',
  PROHIBITED: 'interdit',
  SPAM: 'spam',
  OTHER: 'autre raison',
})
export const reviewComplaint = wordsFor<NonNullable<Review['report']>['reasonCode']>({
  BLACKMAIL: 'chantage',
  FALSE: 'mensonger',
  OFFENSIVE: 'offensant',
  SPAM: 'spam',
  OTHER: 'autre raison',
})
export const reviewTarget = wordsFor<Review['target']['type']>({
  PRODUCT: 'Produit',
  SHOP: 'Boutique',
  RIDER: 'Livreur',
})
export const expenseCategory = wordsFor<Expense['category']>({
  BANK_FEES: 'frais bancaires',
  EQUIPMENT: 'matériel',
  FUEL: 'carburant',
  MARKETING: 'publicité',
  RENT: 'loyer',
  SALARIES: 'salaires',
  SERVICES: 'services',
  SOFTWARE: 'logiciels',
  SUPPLIES: 'fournitures',
  TAXES: 'taxes',
  TELECOM: 'télécom',
  TRANSPORT: 'transport',
  UTILITIES: 'eau et électricité',
  OTHER: 'autre',
})
export const paymentMethod = wordsFor<NonNullable<Expense['paymentMethod']>>({
  BANK_TRANSFER: 'virement',
  CARD: 'carte',
  CASH: 'espèces',
  CHEQUE: 'chèque',
  MOBILE_MONEY: 'mobile money',
  OTHER: 'autre',
})
export const kycFor = wordsFor<PlatformSettings['kycRequiredFor']>({
  NONE: 'Jamais exigée',
  WITHDRAWAL: "Exigée pour retirer de l'argent",
  PUBLISHING: 'Exigée pour publier une boutique ou un produit',
})
export const moderationMode = wordsFor<'POST' | 'PRE'>({
  POST: 'En vente aussitôt, regardé après',
  PRE: 'En vente une fois approuvé',
})
export const postLocale = wordsFor<Post['locale']>({ fr: 'français', en: 'anglais' })
export const cycle = wordsFor<Subscription['billingCycle']>({ MONTHLY: 'par mois', YEARLY: 'par an' })
/** Choices for a field, from the words for them. */
export const choices = <Value extends string>(words: (value: Value) => string, ...values: Value[]) =>
  values.map((value) => ({ value, label: words(value) }))
export const CURRENCIES = ['USD', 'CDF', 'RWF'].map((value) => ({ value, label: value }))
export const COUNTRIES = [
  { value: 'CD', label: 'RD Congo' },
  { value: 'RW', label: 'Rwanda' },
]
export const ticketCategory = wordsFor<Ticket['category']>({
  ORDER: 'commande',
  PAYMENT: 'paiement',
  DELIVERY: 'livraison',
  ACCOUNT: 'compte',
  SELLER: 'boutique',
  OTHER: 'autre',
})
export const priority = wordsFor<Ticket['priority']>({
  LOW: 'basse',
  NORMAL: 'normale',
  HIGH: 'haute',
  URGENT: 'urgente',
})
/** Events of an order that leave its state as it is. */
export const orderEvent = someOf({
  refundStarted: 'remboursement en route',
  refunded: 'remboursée en partie',
  refundFailed: 'remboursement échoué',
  paymentFailed: 'paiement échoué',
  payAgain: 'paiement tenté de nouveau',
  paidTooLate: 'payée trop tard',
  returnReceived: 'colis revenu à la boutique',
  broughtBack: 'colis rapporté',
  overdue: 'en retard',
  edit: 'modifiée',
})
