import type {
  Booking,
  Expense,
  GatewayTransaction,
  IncidentCard,
  Invoice,
  Payout,
  Post,
  Refund,
  StaffOrderFile,
  Ticket,
} from '@soko/client'
import type { Tone } from './ui/card.tsx'
import { wordsFor } from './words.ts'

// The states of things, in the words of the service's own refusals: a test holds that they are the same.

export const orderState = wordsFor<StaffOrderFile['status']>({
  PENDING_PAYMENT: 'en attente de paiement',
  PENDING_SELLER_REVIEW: 'en attente de la réponse du vendeur',
  ACCEPTED: 'acceptée',
  PREPARING: 'en préparation',
  READY_FOR_PICKUP: 'prête',
  OUT_FOR_DELIVERY: 'en cours de livraison',
  RETURNING: 'en cours de retour',
  DELIVERED: 'livrée',
  COMPLETED: 'conclue',
  REJECTED: 'refusée',
  CANCELLED: 'annulée',
  REFUNDED: 'remboursée',
})
/** The payment of an order: no refusal says it, so these words are the page's own. */
export const paymentState = wordsFor<StaffOrderFile['paymentStatus']>({
  UNPAID: 'non payée',
  PENDING: 'paiement en cours',
  PAID: 'payée',
  PARTIALLY_REFUNDED: 'remboursée en partie',
  REFUNDED: 'remboursée',
  FAILED: 'paiement échoué',
})
export const refundState = wordsFor<Refund['status']>({
  REQUESTED: 'demandé',
  AWAITING_CODE: "en attente d'un code",
  PROCESSING: 'en cours',
  SUCCEEDED: 'effectué',
  FAILED: 'échoué',
  REJECTED: 'refusé',
})
export const payoutState = wordsFor<Payout['status']>({
  AWAITING_CODE: "en attente d'un code",
  ACCEPTED: 'accepté',
  ENQUEUED: "en file d'attente chez l'opérateur",
  PROCESSING: 'en cours',
  IN_RECONCILIATION: 'en cours de rapprochement',
  COMPLETED: 'effectué',
  FAILED: 'échoué',
  CANCELLED: 'annulé',
  EXPIRED: 'expiré',
  RETURNED: 'retourné',
})
export const expenseState = wordsFor<Expense['status']>({
  PENDING: 'en attente',
  AWAITING_CODE: "en attente d'un code",
  APPROVED: 'approuvée',
  REJECTED: 'refusée',
})
/** A movement that its operator took back is shown as failed. */
export const movementState = wordsFor<GatewayTransaction['status']>({
  pending: 'en attente',
  succeeded: 'réussi',
  failed: 'échoué',
  expired: 'expiré',
  review: 'en cours de vérification',
})
export const bookingState = wordsFor<Booking['status']>({
  REQUESTED: 'en attente de confirmation',
  BOOKED: 'comptabilisée',
  EXPIRED: 'expirée',
  REVERSED: 'annulée',
})
export const invoiceState = wordsFor<Invoice['status']>({ ISSUED: 'émise', PAID: 'payée', VOID: 'annulée' })
export const incidentState = wordsFor<IncidentCard['status']>({
  OPEN: 'ouvert',
  INVESTIGATING: "en cours d'examen",
  RESOLVED: 'résolu',
  DISMISSED: 'classé sans suite',
})
export const ticketState = wordsFor<Ticket['status']>({
  OPEN: 'ouvert',
  IN_PROGRESS: 'en cours',
  WAITING_USER: 'en attente de la personne',
  RESOLVED: 'résolu',
  CLOSED: 'fermé',
})
export const postState = wordsFor<Post['status']>({ DRAFT: 'un brouillon', PUBLISHED: 'publié', ARCHIVED: 'archivé' })

const GOOD = /^(SUCCEEDED|COMPLETED|APPROVED|ACTIVE|PAID|DELIVERED|PUBLISHED|RESOLVED|succeeded)$/
const BAD =
  /^(FAILED|REJECTED|CANCELLED|EXPIRED|RETURNED|SUSPENDED|CRITICAL|HIGH|URGENT|TAKEN_DOWN|failed|expired|review)$/
/** The colour of a state. */
export const toneOf = (state: string): Tone => (GOOD.test(state) ? 'good' : BAD.test(state) ? 'bad' : 'wait')
