import type { Said } from '../../../kernel/format.ts'
import type { Money } from '../../../kernel/money.ts'
import { notice } from '../../core/notices/notice.ts'

/** Why a parcel could not be handed over, as the buyer reads it. */
export const DELIVERY_FAILURES = {
  BUYER_UNREACHABLE: { fr: "vous n'étiez pas joignable", en: 'you could not be reached' },
  BUYER_ABSENT: { fr: "vous n'étiez pas là", en: 'you were not there' },
  BUYER_REFUSED: { fr: 'le colis a été refusé', en: 'the parcel was refused' },
  ADDRESS_NOT_FOUND: { fr: "l'adresse est introuvable", en: 'the address could not be found' },
  PARCEL_DAMAGED: { fr: 'le colis est endommagé', en: 'the parcel is damaged' },
  OTHER: { fr: 'le livreur a rencontré un problème', en: 'the rider had a problem' },
} as const satisfies Record<string, Said>
export type DeliveryFailure = keyof typeof DELIVERY_FAILURES

type Failed = { number: string; why: DeliveryFailure }

export const orderOutForDelivery = notice<{ number: string }>(
  'order.out-for-delivery',
  {
    fr: ({ number }) => ({
      subject: `Commande ${number} en route`,
      body: `Votre commande ${number} est en route. Donnez votre code au livreur à la réception, pas avant.`,
    }),
    en: ({ number }) => ({
      subject: `Order ${number} on its way`,
      body: `Your order ${number} is on its way. Give your code to the rider when you receive it, not before.`,
    }),
  },
  { isForPhones: true, isOfTrade: true },
)

export const orderDeliveryFailed = notice<Failed>('order.delivery-failed', {
  fr: ({ number, why }, { said }) => ({
    subject: `Livraison de ${number} non effectuée`,
    body: `Votre commande ${number} n'a pas pu être livrée : ${said(DELIVERY_FAILURES[why])}. Le livreur essaiera encore une fois.`,
  }),
  en: ({ number, why }, { said }) => ({
    subject: `Order ${number} not delivered`,
    body: `Your order ${number} could not be delivered: ${said(DELIVERY_FAILURES[why])}. The rider will try once more.`,
  }),
})

/** What is refunded once it is back are the goods. */
export const orderReturning = notice<Failed>('order.returning', {
  fr: ({ number, why }, { said }) => ({
    subject: `Commande ${number} en retour`,
    body: `Votre commande ${number} n'a pas pu être livrée : ${said(DELIVERY_FAILURES[why])}. Elle retourne au vendeur, puis ses articles vous seront remboursés.`,
  }),
  en: ({ number, why }, { said }) => ({
    subject: `Order ${number} going back`,
    body: `Your order ${number} could not be delivered: ${said(DELIVERY_FAILURES[why])}. It goes back to the seller, then its items will be refunded.`,
  }),
})

/** `amount` is the rider's share of the fee. */
export const deliveryEarned = notice<{ number: string; amount: Money }>('delivery.earned', {
  fr: ({ number, amount }, { money }) => ({
    subject: `Course ${number} payée`,
    body: `Votre part de ${money(amount)} pour la course ${number} est disponible dans votre portefeuille.`,
  }),
  en: ({ number, amount }, { money }) => ({
    subject: `Delivery ${number} paid`,
    body: `Your share of ${money(amount)} for delivery ${number} is available in your wallet.`,
  }),
})
