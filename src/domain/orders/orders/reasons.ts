import type { Translated } from '#kernel/format.ts'

/** Why the service itself ends an order. The order keeps the French; the notice says it in the reader's language. */
export const NOT_PAID = {
  fr: 'Le délai de paiement est passé.',
  en: 'The time to pay is over.',
} as const satisfies Translated

export const NO_ANSWER = {
  fr: "Le vendeur n'a pas répondu dans les 24 heures.",
  en: 'The seller did not answer within 24 hours.',
} as const satisfies Translated

export const NO_PROGRESS = {
  fr: "La commande n'a pas avancé pendant 72 heures.",
  en: 'The order made no progress for 72 hours.',
} as const satisfies Translated

export const NOT_DELIVERED = {
  fr: "Le colis n'a pas pu être livré.",
  en: 'The parcel could not be delivered.',
} as const satisfies Translated
