import { notice } from '#domain/core/notices/notice.ts'
import type { Money } from '#kernel/money.ts'

type Withdrawal = { amount: Money }
/** `phone` shows its ends only. */
type AdminPayout = { amount: Money; phone: string }

export const payoutCompleted = notice<Withdrawal>('payout.completed', {
  fr: ({ amount }, { money }) => ({
    subject: 'Retrait effectué',
    body: `Votre retrait de ${money(amount)} est arrivé.`,
  }),
  en: ({ amount }, { money }) => ({
    subject: 'Withdrawal done',
    body: `Your withdrawal of ${money(amount)} has arrived.`,
  }),
})

export const payoutFailed = notice<Withdrawal>('payout.failed', {
  fr: ({ amount }, { money }) => ({
    subject: 'Retrait non effectué',
    body: `Votre retrait de ${money(amount)} n'a pas abouti. La somme est de nouveau disponible dans votre portefeuille.`,
  }),
  en: ({ amount }, { money }) => ({
    subject: 'Withdrawal not done',
    body: `Your withdrawal of ${money(amount)} did not go through. The money is back in your wallet.`,
  }),
})

/** The payout's own number is in full: it is part of what the code approves. */
export const adminPayoutCode = notice<AdminPayout & { code: string }>('code.admin-payout', {
  fr: ({ code, amount, phone }, { money }) => ({
    subject: 'Code pour un versement',
    body: `${code} approuve le versement de ${money(amount)} vers le ${phone}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code, amount, phone }, { money }) => ({
    subject: 'Code for a payout',
    body: `${code} approves the payout of ${money(amount)} to ${phone}. It is valid for 10 minutes. Do not share it.`,
  }),
})

export const adminPayoutCompleted = notice<AdminPayout>('admin-payout.completed', {
  fr: ({ amount, phone }, { money }) => ({
    subject: 'Versement effectué',
    body: `Le versement de ${money(amount)} vers le ${phone} est arrivé.`,
  }),
  en: ({ amount, phone }, { money }) => ({
    subject: 'Payout done',
    body: `The payout of ${money(amount)} to ${phone} has arrived.`,
  }),
})

export const adminPayoutFailed = notice<AdminPayout>('admin-payout.failed', {
  fr: ({ amount, phone }, { money }) => ({
    subject: 'Versement non effectué',
    body: `L'opérateur a refusé le versement de ${money(amount)} vers le ${phone}. Rien n'a été versé.`,
  }),
  en: ({ amount, phone }, { money }) => ({
    subject: 'Payout not done',
    body: `The operator refused the payout of ${money(amount)} to ${phone}. Nothing was paid out.`,
  }),
})
