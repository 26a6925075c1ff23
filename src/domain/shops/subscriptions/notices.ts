import { notice } from '#domain/core/notices/notice.ts'
import type { Money } from '#kernel/money.ts'

/** `until` is the end of the paid period. */
export const subscriptionActive = notice<{ plan: string; until: number }>('subscription.active', {
  fr: ({ plan, until }, { day }) => ({
    subject: 'Abonnement actif',
    body: `Votre abonnement ${plan} est actif jusqu'au ${day(until)}.`,
  }),
  en: ({ plan, until }, { day }) => ({
    subject: 'Subscription active',
    body: `Your ${plan} subscription is active until ${day(until)}.`,
  }),
})

/** Tells of a payment that was refused, or had no answer in half an hour: money that comes later still counts. */
export const subscriptionPaymentFailed = notice('subscription.payment-failed', {
  fr: () => ({
    subject: 'Paiement de votre abonnement non reçu',
    body: "Nous n'avons pas reçu le paiement de votre abonnement. Vous pouvez réessayer.",
  }),
  en: () => ({
    subject: 'Payment of your subscription not received',
    body: 'We have not received the payment of your subscription. You can try again.',
  }),
})

/** Tells of money that came after another choice: it bought nothing, and a person gives it back. */
export const subscriptionPaidTooLate = notice<{ plan: string; amount: Money }>('subscription.paid-too-late', {
  fr: ({ plan, amount }, { money }) => ({
    subject: 'Paiement reçu trop tard',
    body: `Votre paiement de ${money(amount)} pour ${plan} est arrivé après un autre choix. Votre abonnement ne change pas, et nous vous rendons cette somme.`,
  }),
  en: ({ plan, amount }, { money }) => ({
    subject: 'Payment received too late',
    body: `Your payment of ${money(amount)} for ${plan} came after another choice. Your subscription does not change, and we give this money back.`,
  }),
})

/** `until` is the end of the week of grace. */
export const subscriptionGrace = notice<{ until: number }>('subscription.grace', {
  fr: ({ until }, { day }) => ({
    subject: 'Votre abonnement est échu',
    body: `Renouvelez votre abonnement Soko avant le ${day(until)} pour que vos produits restent visibles.`,
  }),
  en: ({ until }, { day }) => ({
    subject: 'Your subscription has ended',
    body: `Renew your Soko subscription before ${day(until)} to keep your products visible.`,
  }),
})

export const subscriptionExpired = notice('subscription.expired', {
  fr: () => ({
    subject: 'Votre abonnement a expiré',
    body: "Vos produits ne sont plus visibles sur Soko. Rien n'est perdu : renouvelez pour les montrer à nouveau.",
  }),
  en: () => ({
    subject: 'Your subscription has expired',
    body: 'Your products no longer show on Soko. Nothing is lost: renew to show them again.',
  }),
})
