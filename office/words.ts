import type { Tone } from './ui/card.tsx'

// The service's words for people. What is missing here is shown as the service says it.

type Words = Record<string, string>
const from = (words: Words) => (word: string | null | undefined) => (word ? (words[word] ?? word) : '—')

export const ROLES: Words = {
  ADMIN: 'administration',
  SUPPORT: 'support',
  ACCOUNTANT: 'comptabilité',
  BUYER: 'acheteur',
  SELLER: 'vendeur',
  RIDER: 'livreur',
  SYSTEM: 'le service',
  GUEST: 'un visiteur',
}
export const roleWord = from(ROLES)

const STATES: Words = {
  PENDING_PAYMENT: 'attend le paiement',
  PENDING_SELLER_REVIEW: 'attend le vendeur',
  ACCEPTED: 'acceptée',
  PREPARING: 'en préparation',
  READY_FOR_PICKUP: 'prête',
  OUT_FOR_DELIVERY: 'en livraison',
  DELIVERED: 'livrée',
  COMPLETED: 'terminée',
  REJECTED: 'refusée',
  CANCELLED: 'annulée',
  REFUNDED: 'remboursée',
  RETURNING: 'en retour',
}
export const orderState = from(STATES)
export const paymentState = from({
  UNPAID: 'non payée',
  PENDING: 'paiement en cours',
  PAID: 'payée',
  FAILED: 'paiement échoué',
  PARTIALLY_REFUNDED: 'remboursée en partie',
  REFUNDED: 'remboursée',
})
export const network = from({
  vodacom: 'Vodacom M-Pesa',
  orange: 'Orange Money',
  airtel: 'Airtel Money',
  africell: 'Africell Money',
  mtn: 'MTN MoMo',
})
export const PROVIDERS: Words = {
  VODACOM_MPESA_COD: 'Vodacom M-Pesa (RD Congo)',
  ORANGE_COD: 'Orange Money (RD Congo)',
  AIRTEL_COD: 'Airtel Money (RD Congo)',
  MTN_MOMO_RWA: 'MTN MoMo (Rwanda)',
  AIRTEL_RWA: 'Airtel Money (Rwanda)',
}
export const provider = from(PROVIDERS)
export const fulfillment = from({ DELIVERY: 'livraison', PICKUP: 'retrait en boutique' })

export const bookingKind = from({
  GATEWAY_FEE: "Frais d'un opérateur",
  SETTLEMENT: 'Virement vers la banque',
  TOP_UP: 'Approvisionnement',
  EXCHANGE: 'Change',
  ROUNDING: 'Arrondis en caisse',
})
export const bookingState = from({
  REQUESTED: 'à confirmer',
  BOOKED: 'comptabilisée',
  EXPIRED: 'expirée',
  REVERSED: 'annulée',
})
/** States of money on its way, of both gateways. */
export const moneyState = from({
  REQUESTED: 'à décider',
  AWAITING_CODE: 'attend son code',
  PENDING: 'à décider',
  ACCEPTED: 'en route',
  ENQUEUED: "en file chez l'opérateur",
  PROCESSING: 'en cours',
  IN_RECONCILIATION: 'à vérifier',
  SUCCEEDED: 'réussi',
  COMPLETED: 'réussi',
  APPROVED: 'approuvé',
  FAILED: 'échoué',
  REJECTED: 'refusé',
  CANCELLED: 'annulé',
  EXPIRED: 'expiré',
  RETURNED: 'revenu',
  pending: 'en cours',
  review: 'à vérifier',
  succeeded: 'réussi',
  failed: 'échoué',
  expired: 'expiré',
})
const GOOD = /^(SUCCEEDED|COMPLETED|APPROVED|ACTIVE|PAID|DELIVERED|PUBLISHED|RESOLVED|succeeded)$/
const BAD =
  /^(FAILED|REJECTED|CANCELLED|EXPIRED|RETURNED|SUSPENDED|CRITICAL|HIGH|URGENT|TAKEN_DOWN|failed|expired|review)$/
/** The colour of a state. */
export const toneOf = (state: string): Tone => (GOOD.test(state) ? 'good' : BAD.test(state) ? 'bad' : 'wait')

export const vehicle = from({ MOTO: 'moto', CAR: 'voiture', BICYCLE: 'vélo', ON_FOOT: 'à pied' })
export const paper = from({
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
export const severity = from({ LOW: 'mineur', MEDIUM: 'moyen', HIGH: 'grave', CRITICAL: 'critique' })
export const incidentType = from({
  ORDER: 'commande',
  PAYMENT: 'paiement',
  DELIVERY: 'livraison',
  PLATFORM: 'service',
  SECURITY: 'sécurité',
  OTHER: 'autre',
})
export const incidentOutcome = from({
  BUYER: "pour l'acheteur : rembourser tout ce qui reste",
  SELLER: 'pour le vendeur : ne pas rembourser',
  SPLIT: 'partager : rembourser une partie',
  LOST: 'colis perdu : annuler, et rembourser tout ce qui reste',
})
export const incidentState = from({
  OPEN: 'ouvert',
  INVESTIGATING: 'en examen',
  RESOLVED: 'tranché',
  DISMISSED: 'classé',
})
export const complaint = from({
  COUNTERFEIT: 'contrefaçon',
  MISLEADING: 'trompeur',
  OFFENSIVE: 'offensant',
  PROHIBITED: 'interdit',
  SPAM: 'spam',
  OTHER: 'autre raison',
})
export const expenseCategory = from({
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
export const paymentMethod = from({
  BANK_TRANSFER: 'virement',
  CARD: 'carte',
  CASH: 'espèces',
  CHEQUE: 'chèque',
  MOBILE_MONEY: 'mobile money',
  OTHER: 'autre',
})
export const invoiceState = from({ ISSUED: 'émise', PAID: 'payée', VOID: 'annulée' })
export const kycFor = from({
  NONE: 'Jamais exigée',
  WITHDRAWAL: "Exigée pour retirer de l'argent",
  PUBLISHING: 'Exigée pour publier une boutique ou un produit',
})
export const moderationMode = from({ POST: 'En vente aussitôt, regardé après', PRE: 'En vente une fois approuvé' })
export const postState = from({ DRAFT: 'brouillon', PUBLISHED: 'publié', ARCHIVED: 'archivé' })
export const postLocale = from({ fr: 'français', en: 'anglais' })
export const cycle = from({ MONTHLY: 'par mois', YEARLY: 'par an' })
/** Choices for a field, from the words for them. */
export const choices = (words: (word: string) => string, ...values: string[]) =>
  values.map((value) => ({ value, label: words(value) }))
export const CURRENCIES = ['USD', 'CDF', 'RWF'].map((value) => ({ value, label: value }))
export const COUNTRIES = [
  { value: 'CD', label: 'RD Congo' },
  { value: 'RW', label: 'Rwanda' },
]
export const ticketState = from({
  OPEN: 'ouvert',
  IN_PROGRESS: 'en cours',
  WAITING_USER: 'attend la personne',
  RESOLVED: 'résolu',
  CLOSED: 'fermé',
})
export const ticketCategory = from({
  ORDER: 'commande',
  PAYMENT: 'paiement',
  DELIVERY: 'livraison',
  ACCOUNT: 'compte',
  SELLER: 'boutique',
  OTHER: 'autre',
})
export const priority = from({ LOW: 'basse', NORMAL: 'normale', HIGH: 'haute', URGENT: 'urgente' })
/** What happened where an order stays in its state. */
export const orderEvent = from({
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
