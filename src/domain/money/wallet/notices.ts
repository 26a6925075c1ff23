import { because, notice } from '#domain/core/notices/notice.ts'
import type { Money } from '#kernel/money.ts'

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

/** `phone` shows its ends only; `link` takes the change back. */
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

/** `sent` is the amount that the phone receives, in its own currency. */
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

type Settlement = 'WRITE_OFF' | 'COLLECT' | 'SEIZE'

/** Tells the owner of a wallet that an ADMIN settled it, and why. */
export const walletSettled = notice<{ kind: Settlement; amount: Money; reason: string }>('wallet.settled', {
  fr({ kind, amount, reason }, format) {
    const said = {
      WRITE_OFF: 'Votre portefeuille est réglé : nous avons abandonné',
      COLLECT: 'Votre dette est réglée : nous avons reçu',
      SEIZE: 'Votre compte est bloqué, et nous avons saisi',
    }
    return because(
      { subject: 'Votre portefeuille a été réglé', body: `${said[kind]} ${format.money(amount)}.` },
      reason,
      format,
    )
  },
  en({ kind, amount, reason }, format) {
    const said = {
      WRITE_OFF: 'Your wallet is settled: we have written off',
      COLLECT: 'Your debt is settled: we have received',
      SEIZE: 'Your account is blocked, and we have seized',
    }
    return because(
      { subject: 'Your wallet has been settled', body: `${said[kind]} ${format.money(amount)}.` },
      reason,
      format,
    )
  },
})

type SettlementFacts = { code: string; kind: Settlement; amount: Money; name: string; isByCharge: boolean }

/** `name` is the wallet's owner; `isByCharge` is true if a charge of staff paid. The code approves all of it. */
export const settlementCode = notice<SettlementFacts>('code.settlement', {
  fr({ code, kind, amount, name, isByCharge }, { money }) {
    const act = { WRITE_OFF: "l'abandon de", COLLECT: 'le recouvrement de', SEIZE: 'la saisie de' }[kind]
    const how = { true: ", payés par l'encaissement que la note nomme", false: ', payés en main propre' }
    const paid = kind === 'COLLECT' ? how[`${isByCharge}`] : ''
    return {
      subject: 'Code pour régler un portefeuille',
      body: `${code} approuve ${act} ${money(amount)}${paid}, portefeuille de ${name}. Il est valable 10 minutes. Ne le donnez à personne.`,
    }
  },
  en({ code, kind, amount, name, isByCharge }, { money }) {
    const act = { WRITE_OFF: 'the write-off of', COLLECT: 'the collection of', SEIZE: 'the seizure of' }[kind]
    const how = { true: ', paid by the charge that the note names', false: ', paid in hand' }
    const paid = kind === 'COLLECT' ? how[`${isByCharge}`] : ''
    return {
      subject: 'Code to settle a wallet',
      body: `${code} approves ${act} ${money(amount)}${paid}, wallet of ${name}. It is valid for 10 minutes. Do not share it.`,
    }
  },
})

export const walletUnfrozen = notice('wallet.unfrozen', {
  fr: () => ({
    subject: "Votre portefeuille n'est plus gelé",
    body: 'Les retraits sont de nouveau possibles.',
  }),
  en: () => ({ subject: 'Your wallet is no longer frozen', body: 'Withdrawals are possible again.' }),
})
