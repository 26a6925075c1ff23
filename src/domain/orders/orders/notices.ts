import { because, notice } from '#domain/core/notices/notice.ts'
import type { Translated } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'

/** The order's number. */
type Order = { number: string }
/** The reason of the end: a person's words, or the service's own. */
type EndFacts = Order & { reason: Translated | undefined }

export const orderPaid = notice<Order & { total: Money; opening?: number | undefined }>(
  'order.paid',
  {
    fr: ({ number, total, opening }, { money, instant }) => ({
      subject: `Nouvelle commande ${number}`,
      body: `La commande ${number} de ${money(total)} est payée. ${opening ? `Répondez dans les 24 heures de votre ouverture, le ${instant(opening)}` : 'Acceptez-la ou refusez-la dans les 24 heures'}.`,
    }),
    en: ({ number, total, opening }, { money, instant }) => ({
      subject: `New order ${number}`,
      body: `Order ${number} of ${money(total)} is paid. ${opening ? `Answer within 24 hours of your opening, on ${instant(opening)}` : 'Accept or refuse it within 24 hours'}.`,
    }),
  },
  { isForPhones: true, isOfTrade: true },
)

/** Tells the buyer that the shop is closed now, and answers later than expected. */
export const orderWaits = notice<Order & { shop: string; opening: number }>('order.waits', {
  fr: ({ number, shop, opening }, { instant }) => ({
    subject: `Commande ${number} reçue`,
    body: `Votre commande ${number} est payée. La boutique ${shop} est fermée à cette heure : elle ouvre le ${instant(opening)} et vous répondra dans les 24 heures qui suivent.`,
  }),
  en: ({ number, shop, opening }, { instant }) => ({
    subject: `Order ${number} received`,
    body: `Your order ${number} is paid. The shop ${shop} is closed at this hour: it opens on ${instant(opening)} and will answer within 24 hours of that.`,
  }),
})

/** Tells the buyer that money came after the order had expired: the order goes on. */
export const orderRevived = notice<Order>('order.revived', {
  fr: ({ number }) => ({
    subject: `Commande ${number} payée`,
    body: `Le paiement de la commande ${number}, qui avait expiré, est arrivé : la commande reprend et le vendeur va y répondre.`,
  }),
  en: ({ number }) => ({
    subject: `Order ${number} paid`,
    body: `The payment of order ${number}, which had expired, has arrived: the order goes on and the seller will answer it.`,
  }),
})

/**
 * Tells the buyer that the payment was refused, or not answered in time: money that comes later still counts. `number` names one order, or
 * the orders of one payin; `until` is the end of the time to pay, in ms, unless it is over.
 */
export const orderPaymentFailed = notice<Order & { until: number | undefined }>('order.payment-failed', {
  fr: ({ number, until }, { instant }) => ({
    subject: `Paiement non reçu pour ${number}`,
    body: `Nous n'avons pas reçu le paiement de ${number}. ${until ? `Vous pouvez réessayer avant le ${instant(until)}, aussi depuis un autre numéro` : 'Le délai pour payer est passé : commandez à nouveau'}.`,
  }),
  en: ({ number, until }, { instant }) => ({
    subject: `Payment not received for ${number}`,
    body: `We have not received the payment of ${number}. ${until ? `You can try again until ${instant(until)}, also from another number` : 'The time to pay is over: order again'}.`,
  }),
})

export const orderAccepted = notice<Order & { prepMinutes: number | undefined }>('order.accepted', {
  fr: ({ number, prepMinutes }, { span }) => ({
    subject: `Commande ${number} acceptée`,
    body: `Le vendeur a accepté votre commande ${number}.${prepMinutes ? ` Elle sera prête dans environ ${span(prepMinutes)}.` : ''}`,
  }),
  en: ({ number, prepMinutes }, { span }) => ({
    subject: `Order ${number} accepted`,
    body: `The seller has accepted your order ${number}.${prepMinutes ? ` It will be ready in about ${span(prepMinutes)}.` : ''}`,
  }),
})

/** Tells the buyer that the order is refused: a refund in full is on its way, and its outcome not known yet. */
export const orderRejected = notice<EndFacts>('order.rejected', {
  fr({ number, reason }, format) {
    const body = `Le vendeur n'a pas pu accepter votre commande ${number}. La somme payée vous sera remboursée en totalité.`
    return because({ subject: `Commande ${number} refusée`, body }, reason, format)
  },
  en({ number, reason }, format) {
    const body = `The seller could not accept your order ${number}. What you paid will be refunded in full.`
    return because({ subject: `Order ${number} refused`, body }, reason, format)
  },
})

export const orderReady = notice<Order>('order.ready', {
  fr: ({ number }) => ({ subject: `Commande ${number} prête`, body: `Votre commande ${number} est prête.` }),
  en: ({ number }) => ({ subject: `Order ${number} ready`, body: `Your order ${number} is ready.` }),
})

export const orderDelivered = notice<Order>('order.delivered', {
  fr: ({ number }) => ({
    subject: `Commande ${number} livrée`,
    body: `Votre commande ${number} est livrée. Confirmez la réception ; sans réponse, elle sera conclue dans 48 heures.`,
  }),
  en: ({ number }) => ({
    subject: `Order ${number} delivered`,
    body: `Your order ${number} is delivered. Confirm that you have it; without an answer it will be completed in 48 hours.`,
  }),
})

/** `amount` is the seller's share. */
export const orderCompleted = notice<Order & { amount: Money }>('order.completed', {
  fr: ({ number, amount }, { money }) => ({
    subject: `Commande ${number} conclue`,
    body: `La commande ${number} est conclue : votre part de ${money(amount)} est disponible dans votre portefeuille.`,
  }),
  en: ({ number, amount }, { money }) => ({
    subject: `Order ${number} completed`,
    body: `Order ${number} is completed: your share of ${money(amount)} is available in your wallet.`,
  }),
})

export const orderCancelled = notice<EndFacts>('order.cancelled', {
  fr: ({ number, reason }, format) =>
    because({ subject: `Commande ${number} annulée`, body: `La commande ${number} est annulée.` }, reason, format),
  en: ({ number, reason }, format) =>
    because({ subject: `Order ${number} cancelled`, body: `Order ${number} is cancelled.` }, reason, format),
})

/** Tells the seller and the rider that the whole payment of an order is on its way back. */
export const orderRefundUnderWay = notice<{ number: string }>('order.refund-under-way', {
  fr: ({ number }) => ({
    subject: `Commande ${number} : remboursement en cours`,
    body: `Toute la commande ${number} est en cours de remboursement. Ne remettez plus ses articles tant qu'il n'a pas abouti ou échoué.`,
  }),
  en: ({ number }) => ({
    subject: `Order ${number}: refund under way`,
    body: `All of order ${number} is being refunded. Do not hand its goods over until the refund has succeeded or failed.`,
  }),
})
