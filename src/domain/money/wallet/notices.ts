import type { Money } from '../../../kernel/money.ts'
import { because, notice } from '../../core/notices/notice.ts'

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

/** `phone` shows its ends only; `link` takes it back. */
export const payoutNumberChanged = notice<{ phone: string; link: string }>(
  'payout-number.changed',
  {
    fr: ({ phone, link }) => ({
      subject: 'Nouveau numéro de retrait',
      body: `Vos retraits iront désormais au ${phone}. Si ce n'est pas vous, annulez ce changement par ce lien, valable 7 jours :\n\n${link}`,
      sms: `Soko : nouveau n. de retrait. Pas vous ? ${link}`,
    }),
    en: ({ phone, link }) => ({
      subject: 'New withdrawal number',
      body: `Your withdrawals will now go to ${phone}. If this was not you, take this change back by this link, good for 7 days:\n\n${link}`,
      sms: `Soko: new withdrawal number. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

const isSame = (amount: Money, sent: Money) => amount.currency === sent.currency

/** `sent` is how much the phone gets, in its own currency. */
type WithdrawalFacts = { code: string; amount: Money; sent: Money; phone: string }

export const withdrawalApproval = notice<WithdrawalFacts>('code.withdrawal', {
  fr: ({ code, amount, sent, phone }, { money }) => ({
    subject: 'Code pour votre retrait',
    body: `${code} confirme votre retrait de ${money(amount)}${isSame(amount, sent) ? '' : `, soit ${money(sent)},`} vers le ${phone}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code, amount, sent, phone }, { money }) => ({
    subject: 'Code for your withdrawal',
    body: `${code} confirms your withdrawal of ${money(amount)}${isSame(amount, sent) ? '' : `, which is ${money(sent)},`} to ${phone}. It is valid for 10 minutes. Do not share it.`,
  }),
})

export const walletFrozen = notice<{ reason: string }>('wallet.frozen', {
  fr({ reason }, format) {
    const body = "Aucun retrait n'est possible pour le moment ; vos ventes et vos courses continuent d'y être versées."
    return because({ subject: 'Votre portefeuille est gelé', body }, reason, format)
  },
  en({ reason }, format) {
    const body = 'No withdrawal is possible for now; what you sell and deliver is still paid into it.'
    return because({ subject: 'Your wallet is frozen', body }, reason, format)
  },
})

export const walletUnfrozen = notice('wallet.unfrozen', {
  fr: () => ({
    subject: "Votre portefeuille n'est plus gelé",
    body: 'Les retraits sont de nouveau possibles.',
  }),
  en: () => ({ subject: 'Your wallet is no longer frozen', body: 'Withdrawals are possible again.' }),
})
