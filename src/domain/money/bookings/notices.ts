import { notice } from '#domain/core/notices/notice.ts'
import type { Money } from '#kernel/money.ts'

type Facts = { what: string; amount: Money; reference: string }

/** To an administrator who is about to confirm a booking. */
export const bookingCode = notice<Facts & { code: string }>('code.booking', {
  fr: ({ code, what, amount, reference }, { money }) => ({
    subject: 'Code pour une écriture',
    body: `${code} confirme l'écriture « ${what} » de ${money(amount)}, référence ${reference}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code, what, amount, reference }, { money }) => ({
    subject: 'Code for a booking',
    body: `${code} confirms the booking “${what}” of ${money(amount)}, reference ${reference}. It is valid for 10 minutes. Do not share it.`,
  }),
})

/** To the administrators who may confirm it: everybody but who asked. */
export const bookingAsked = notice<Facts & { by: string }>('booking.asked', {
  fr: ({ what, amount, reference, by }, { money }) => ({
    subject: 'Une écriture attend une confirmation',
    body: `L'écriture « ${what} » de ${money(amount)}, référence ${reference}, est demandée par ${by}. Un autre administrateur la confirme dans les 24 heures, sinon elle expire.`,
  }),
  en: ({ what, amount, reference, by }, { money }) => ({
    subject: 'A booking waits to be confirmed',
    body: `The booking “${what}” of ${money(amount)}, reference ${reference}, was asked for by ${by}. Another administrator confirms it within 24 hours, or it expires.`,
  }),
})
