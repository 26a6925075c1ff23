import { because, notice } from '#domain/core/notices/notice.ts'
import type { Money } from '#kernel/money.ts'

export const secondPaymentReturned = notice<{ number: string; amount: Money }>('refund.second-payment', {
  fr: ({ number, amount }, { money }) => ({
    subject: `Second paiement de ${number} rendu`,
    body: `Votre commande ${number} avait été payée deux fois. Le second paiement vous a été rendu : ${money(amount)}. La commande, elle, ne change pas.`,
  }),
  en: ({ number, amount }, { money }) => ({
    subject: `Second payment of ${number} returned`,
    body: `Your order ${number} had been paid twice. The second payment has been given back to you: ${money(amount)}. The order itself does not change.`,
  }),
})

/** `number` is the order's; none of what a subscription's payment brought beside its price. */
export const refundRedirected = notice<{ number?: string | undefined; phone: string }>('refund.other-number', {
  fr: ({ number, phone }) => ({
    subject: `Remboursement de ${number ?? 'votre abonnement'} vers un autre numéro`,
    body: `Le remboursement de ${number ? `votre commande ${number}` : 'votre abonnement'} est envoyé au ${phone}. Si ce numéro n'est pas le vôtre, écrivez-nous.`,
  }),
  en: ({ number, phone }) => ({
    subject: `Refund of ${number ?? 'your subscription'} to another number`,
    body: `The refund of your ${number ? `order ${number}` : 'subscription'} is being sent to ${phone}. If this number is not yours, write to us.`,
  }),
})

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

export const refundGivenUp = notice<{ number: string; amount: Money; reason: string }>('refund.rejected', {
  fr({ number, amount, reason }, format) {
    const body = `Le remboursement de ${format.money(amount)} de votre commande ${number} ne sera pas envoyé.`
    return because({ subject: `Remboursement de ${number} abandonné`, body }, reason, format)
  },
  en({ number, amount, reason }, format) {
    const body = `The refund of ${format.money(amount)} of your order ${number} will not be sent.`
    return because({ subject: `Refund of ${number} given up`, body }, reason, format)
  },
})

/** `cost` is what it took from the seller: less by the commission and the fee. */
export const orderRefunded = notice<{ number: string; amount: Money; cost: Money }>('refund.of-order', {
  fr: ({ number, amount, cost }, { money }) => ({
    subject: `Commande ${number} : argent rendu à l'acheteur`,
    body: `L'acheteur de la commande ${number} a été remboursé de ${money(amount)}. Il vous en coûte ${money(cost)}, que votre portefeuille ne montre plus.`,
  }),
  en: ({ number, amount, cost }, { money }) => ({
    subject: `Order ${number}: money given back to the buyer`,
    body: `The buyer of order ${number} has been given ${money(amount)} back. It costs you ${money(cost)}, which your wallet no longer shows.`,
  }),
})

/** The number is in full: it is part of what the code approves. */
export const refundCode = notice<{ code: string; amount: Money; phone: string }>('code.refund', {
  fr: ({ code, amount, phone }, { money }) => ({
    subject: 'Code pour un remboursement',
    body: `${code} approuve le remboursement de ${money(amount)} au ${phone}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code, amount, phone }, { money }) => ({
    subject: 'Code for a refund',
    body: `${code} approves the refund of ${money(amount)} to ${phone}. It is valid for 10 minutes. Do not share it.`,
  }),
})

/** To every ADMIN: it waits until one of them decides. */
export const refundAsked = notice<{ amount: Money }>('staff.refund-asked', {
  fr: ({ amount }, { money }) => ({
    subject: `Remboursement à décider : ${money(amount)}`,
    body: `Un remboursement de ${money(amount)} attend qu'un administrateur l'envoie ou le refuse.`,
  }),
  en: ({ amount }, { money }) => ({
    subject: `Refund to decide: ${money(amount)}`,
    body: `A refund of ${money(amount)} waits for an administrator to send or reject it.`,
  }),
})

export const subscriptionReturned = notice<{ amount: Money }>('subscription.returned', {
  fr: ({ amount }, { money }) => ({
    subject: "Paiement d'abonnement rendu",
    body: `Le paiement de votre abonnement vous a été rendu : ${money(amount)}. L'abonnement court jusqu'à la fin de sa période.`,
  }),
  en: ({ amount }, { money }) => ({
    subject: 'Subscription payment returned',
    body: `The payment of your subscription has been given back to you: ${money(amount)}. The subscription runs until the end of its period.`,
  }),
})
