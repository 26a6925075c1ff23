import { notice } from '#domain/core/notices/notice.ts'

type InShop = { shop: string }

/** Asks a buyer for a review, a day after the order completed. */
export const reviewWanted = notice<{ number: string }>('review.wanted', {
  fr: ({ number }) => ({
    subject: 'Votre avis compte',
    body: `Votre commande ${number} est terminée. Notez ce que vous avez reçu, la boutique et le livreur : votre avis aide les autres acheteurs.`,
  }),
  en: ({ number }) => ({
    subject: 'Your review matters',
    body: `Your order ${number} is complete. Rate what you received, the shop and the rider: your review helps other buyers.`,
  }),
})

/** Tells a seller that buyers see a new review. */
export const reviewReceived = notice<InShop>('review.received', {
  fr: ({ shop }) => ({
    subject: 'Nouvel avis',
    body: `Un acheteur a donné son avis après une commande à votre boutique ${shop}. Vous pouvez y répondre une fois, dans l'application.`,
  }),
  en: ({ shop }) => ({
    subject: 'New review',
    body: `A buyer left a review after an order from your shop ${shop}. You can answer it once, in the app.`,
  }),
})

/** Tells an author that the shop answered. */
export const reviewAnswered = notice<InShop>('review.answered', {
  fr: ({ shop }) => ({
    subject: 'Réponse à votre avis',
    body: `La boutique ${shop} a répondu à votre avis. Lisez sa réponse dans l'application.`,
  }),
  en: ({ shop }) => ({
    subject: 'Answer to your review',
    body: `The shop ${shop} answered your review. Read its answer in the app.`,
  }),
})
