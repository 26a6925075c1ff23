import type { Money } from '../../../kernel/money.ts'
import { notice } from '../../core/notices/notice.ts'

export const refundSucceeded = notice<{ number: string; amount: Money }>('refund.succeeded', {
  fr: ({ number, amount }, { money }) => ({
    subject: `Remboursement de ${number}`,
    body: `Le remboursement de votre commande ${number} est arrivé : ${money(amount)}.`,
  }),
  en: ({ number, amount }, { money }) => ({
    subject: `Refund of ${number}`,
    body: `The refund of your order ${number} has arrived: ${money(amount)}.`,
  }),
})
