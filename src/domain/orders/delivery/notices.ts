import { notice } from '#domain/core/notices/notice.ts'
import type { Translated } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'

/** Reasons for a failed handover, in words for the buyer. */
export const DELIVERY_FAILURES = {
  BUYER_UNREACHABLE: { fr: "vous n'étiez pas joignable", en: 'you could not be reached' },
  BUYER_ABSENT: { fr: "vous n'étiez pas là", en: 'you were not there' },
  BUYER_REFUSED: { fr: 'le colis a été refusé', en: 'the parcel was refused' },
  ADDRESS_NOT_FOUND: { fr: "l'adresse est introuvable", en: 'the address could not be found' },
  PARCEL_DAMAGED: { fr: 'le colis est endommagé', en: 'the parcel is damaged' },
  OTHER: { fr: 'le livreur a rencontré un problème', en: 'the rider had a problem' },
} as const satisfies Record<string, Translated>
export type DeliveryFailure = keyof typeof DELIVERY_FAILURES

/** Reasons for a failed handover, in words for the seller. */
const FAILURES_FOR_SELLER = {
  BUYER_UNREACHABLE: { fr: "le client n'était pas joignable", en: 'the buyer could not be reached' },
  BUYER_ABSENT: { fr: "le client n'était pas là", en: 'the buyer was not there' },
  BUYER_REFUSED: { fr: 'le client a refusé le colis', en: 'the buyer refused the parcel' },
  ADDRESS_NOT_FOUND: DELIVERY_FAILURES.ADDRESS_NOT_FOUND,
  PARCEL_DAMAGED: DELIVERY_FAILURES.PARCEL_DAMAGED,
  OTHER: DELIVERY_FAILURES.OTHER,
} as const satisfies Record<DeliveryFailure, Translated>

type FailureFacts = { number: string; why: DeliveryFailure }

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

export const orderDeliveryFailed = notice<FailureFacts>('order.delivery-failed', {
  fr: ({ number, why }, { said }) => ({
    subject: `Livraison de ${number} non effectuée`,
    body: `Votre commande ${number} n'a pas pu être livrée : ${said(DELIVERY_FAILURES[why])}. Le livreur essaiera encore une fois.`,
  }),
  en: ({ number, why }, { said }) => ({
    subject: `Order ${number} not delivered`,
    body: `Your order ${number} could not be delivered: ${said(DELIVERY_FAILURES[why])}. The rider will try once more.`,
  }),
})

/** Only the goods are refunded, when the parcel is back. */
export const orderReturning = notice<FailureFacts>('order.returning', {
  fr: ({ number, why }, { said }) => ({
    subject: `Commande ${number} en retour`,
    body: `Votre commande ${number} n'a pas pu être livrée : ${said(DELIVERY_FAILURES[why])}. Elle retourne au vendeur, puis ses articles vous seront remboursés.`,
  }),
  en: ({ number, why }, { said }) => ({
    subject: `Order ${number} going back`,
    body: `Your order ${number} could not be delivered: ${said(DELIVERY_FAILURES[why])}. It goes back to the seller, then its items will be refunded.`,
  }),
})

/** Tells the seller that the parcel could not be handed over a second time. */
export const orderTurnedBack = notice<FailureFacts>('order.turned-back', {
  fr: ({ number, why }, { said }) => ({
    subject: `Le colis ${number} revient`,
    body: `La commande ${number} n'a pas pu être livrée : ${said(FAILURES_FOR_SELLER[why])}. Le livreur vous rapporte le colis ; confirmez le retour quand vous l'avez.`,
  }),
  en: ({ number, why }, { said }) => ({
    subject: `Parcel ${number} is coming back`,
    body: `Order ${number} could not be delivered: ${said(FAILURES_FOR_SELLER[why])}. The rider brings the parcel back to you; confirm the return once you have it.`,
  }),
})

/** Tells the seller that the rider says that the parcel is at the shop again. */
export const orderBroughtBack = notice<{ number: string }>('order.brought-back', {
  fr: ({ number }) => ({
    subject: `Colis ${number} rapporté`,
    body: `Le livreur dit avoir rapporté le colis de la commande ${number}. Confirmez le retour dans la commande ; sans réponse, il sera confirmé dans 72 heures.`,
  }),
  en: ({ number }) => ({
    subject: `Parcel ${number} brought back`,
    body: `The rider says that the parcel of order ${number} is back with you. Confirm the return in the order; without an answer it will be confirmed in 72 hours.`,
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

/** Tells riders of a job that waits, on their devices only; the title of a push says it. */
export const deliveryOffered = notice('delivery.offered', {
  fr: () => ({ subject: 'Une course attend un livreur', body: 'Une course est dans vos courses disponibles.' }),
  en: () => ({ subject: 'A delivery waits for a rider', body: 'A delivery is among your available jobs.' }),
})

/** Tells the rider to whom staff gave a job. */
export const deliveryAssigned = notice<{ number: string }>('delivery.assigned', {
  fr: ({ number }) => ({
    subject: `Course ${number} pour vous`,
    body: `La course de la commande ${number} vous est attribuée. Elle est dans vos courses, avec l'adresse de la boutique.`,
  }),
  en: ({ number }) => ({
    subject: `Delivery ${number} is yours`,
    body: `The delivery of order ${number} was assigned to you. It is in your jobs, with the address of the shop.`,
  }),
})

/** Tells the rider from whom staff took a job back. */
export const deliveryUnassigned = notice<{ number: string }>('delivery.unassigned', {
  fr: ({ number }) => ({
    subject: `Course ${number} retirée`,
    body: `La course de la commande ${number} vous a été retirée. N'allez pas chercher le colis.`,
  }),
  en: ({ number }) => ({
    subject: `Delivery ${number} taken back`,
    body: `The delivery of order ${number} was taken back from you. Do not go for the parcel.`,
  }),
})

/** Tells the rider who has the job and not yet the parcel that the order is cancelled. */
export const deliveryCalledOff = notice<{ number: string }>('delivery.called-off', {
  fr: ({ number }) => ({
    subject: `Course ${number} annulée`,
    body: `La commande ${number} est annulée, et votre course avec elle. N'allez pas chercher le colis.`,
  }),
  en: ({ number }) => ({
    subject: `Delivery ${number} cancelled`,
    body: `Order ${number} is cancelled, and your delivery with it. Do not go for the parcel.`,
  }),
})

/** Tells the rider who has the parcel that the order is cancelled. */
export const deliveryTurnedBack = notice<{ number: string }>('delivery.turned-back', {
  fr: ({ number }) => ({
    subject: `Course ${number} annulée`,
    body: `La commande ${number} est annulée. Rapportez le colis à la boutique, puis dites dans vos courses qu'il y est.`,
  }),
  en: ({ number }) => ({
    subject: `Delivery ${number} cancelled`,
    body: `Order ${number} is cancelled. Take the parcel back to the shop, then say in your jobs that it is there.`,
  }),
})

/** Tells the rider whose parcel staff gave up. */
export const deliveryLost = notice<{ number: string }>('delivery.lost', {
  fr: ({ number }) => ({
    subject: `Colis de la course ${number} déclaré perdu`,
    body: `L'équipe a déclaré perdu le colis de la commande ${number}. Votre course est close. Si vous l'avez encore, écrivez à l'assistance.`,
  }),
  en: ({ number }) => ({
    subject: `Parcel of delivery ${number} declared lost`,
    body: `The team has declared the parcel of order ${number} lost. Your delivery is closed. If you still have it, write to support.`,
  }),
})

/** Tells buyer and seller that staff named a rider. */
export const orderRiderNamed = notice<{ number: string; rider: string }>('order.rider-named', {
  fr: ({ number, rider }) => ({
    subject: `Un livreur pour ${number}`,
    body: `${rider} livrera la commande ${number}.`,
  }),
  en: ({ number, rider }) => ({ subject: `A rider for ${number}`, body: `${rider} will deliver order ${number}.` }),
})

/** Tells buyer and seller that staff took the job back from the rider. */
export const orderRiderWithdrawn = notice<{ number: string }>('order.rider-withdrawn', {
  fr: ({ number }) => ({
    subject: `Un autre livreur pour ${number}`,
    body: `Le livreur prévu pour la commande ${number} ne viendra pas. Un autre livreur est cherché.`,
  }),
  en: ({ number }) => ({
    subject: `Another rider for ${number}`,
    body: `The rider of order ${number} will not come. Another rider is being looked for.`,
  }),
})
