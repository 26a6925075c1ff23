import type { Money } from '../../../kernel/money.ts'
import { notice } from '../../core/notices/notice.ts'

export const payoutNumberCode = notice<{ code: string }>('code.payout-number', {
  fr: ({ code }) => ({
    subject: '',
    body: `${code} confirme ce numéro pour recevoir vos retraits Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code }) => ({
    subject: '',
    body: `${code} confirms this number for your Soko withdrawals. It is valid for 10 minutes. Do not share it.`,
  }),
})

/** `phone` shows its ends only. */
export const payoutNumberChanged = notice<{ phone: string }>(
  'payout-number.changed',
  {
    fr: ({ phone }) => ({
      subject: 'Votre numéro de retrait a changé',
      body: `Vos retraits iront désormais au ${phone}. Si ce n'est pas vous, contactez l'assistance tout de suite.`,
    }),
    en: ({ phone }) => ({
      subject: 'Your withdrawal number has changed',
      body: `Your withdrawals will now go to ${phone}. If this was not you, contact support at once.`,
    }),
  },
  { isForPhones: true },
)

export const withdrawalApproval = notice<{ code: string; amount: Money; phone: string }>('code.withdrawal', {
  fr: ({ code, amount, phone }, { money }) => ({
    subject: 'Code pour votre retrait',
    body: `${code} confirme votre retrait de ${money(amount)} vers le ${phone}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code, amount, phone }, { money }) => ({
    subject: 'Code for your withdrawal',
    body: `${code} confirms your withdrawal of ${money(amount)} to ${phone}. It is valid for 10 minutes. Do not share it.`,
  }),
})
