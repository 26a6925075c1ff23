import { notice } from '#domain/core/notices/notice.ts'
import type { Side } from './talk.ts'

/** The order's number and the writer's side; the notice does not repeat the message. */
type Waiting = { number: string; from: Side }

const FROM = {
  fr: { BUYER: "L'acheteur", SELLER: 'Le vendeur', RIDER: 'Le livreur' },
  en: { BUYER: 'The buyer', SELLER: 'The seller', RIDER: 'The rider' },
} as const

export const messageReceived = notice<Waiting>('message.received', {
  fr: ({ number, from }) => ({
    subject: `Nouveau message pour la commande ${number}`,
    body: `${FROM.fr[from]} vous a écrit au sujet de la commande ${number}. Lisez et répondez dans l'application.`,
  }),
  en: ({ number, from }) => ({
    subject: `New message about order ${number}`,
    body: `${FROM.en[from]} wrote to you about order ${number}. Read and answer in the app.`,
  }),
})
