/** Two refunds of one payment cannot both be decided about: the one on its way says first what is left. */
export const ANOTHER_ON_ITS_WAY = {
  reason: 'REQUEST_IN_PROGRESS',
  message: 'Un autre remboursement de ce paiement est en cours : décidez quand il aura abouti ou échoué.',
} as const

/** Why a refund is there that brought what an ended one had sent. */
export const ARRIVED_LATE = 'Remboursement arrivé après avoir échoué'

/** Why a refund ended, or is there, whose payment an operator took back. */
export const BY_REVERSAL = "Paiement repris par l'opérateur"
