/** What the service writes to people, in French; a code's message also in English (contract.md 5.2). */
type Words = { subject: string; body: string }

/** Codes. The code comes first, so that it shows in a phone's notification. */
export const CODE_MESSAGES = {
  EMAIL: (code: string): Words => ({
    subject: 'Votre code de vérification',
    body: `${code} est votre code pour vérifier votre adresse e-mail. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  PHONE: (code: string, locale: 'fr' | 'en' = 'fr'): Words => ({
    subject: '',
    body:
      locale === 'en'
        ? `${code} is your Soko code. It is valid for 10 minutes. Do not share it.`
        : `${code} est votre code Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  PAYOUT_NUMBER: (code: string): Words => ({
    subject: '',
    body: `${code} confirme ce numero pour recevoir vos retraits Soko. Valable 10 minutes. Ne le donnez a personne.`,
  }),
  WITHDRAWAL: (code: string, amount: string, phone: string): Words => ({
    subject: 'Code pour votre retrait',
    body: `${code} confirme votre retrait de ${amount} vers le ${phone}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  ADMIN_PAYOUT: (code: string, amount: string, phone: string): Words => ({
    subject: 'Code pour un versement',
    body: `${code} approuve le versement de ${amount} vers le ${phone}. Il est valable 10 minutes.`,
  }),
}

type Facts = Record<string, string | number | null | undefined>
const because = (reason: Facts[string]) => (reason ? ` Motif : ${reason}` : '')

/** Notices, by what happened. */
export const NOTICES = {
  'account.exists': () => ({
    subject: 'Vous avez déjà un compte',
    body: "Quelqu'un a voulu créer un compte avec votre adresse. Vous en avez déjà un : connectez-vous, ou réinitialisez votre mot de passe.",
  }),
  'session.new-device': ({ device, address, at }) => ({
    subject: 'Connexion depuis un nouvel appareil',
    body: `Votre compte vient d'être ouvert depuis un nouvel appareil : ${device} (adresse ${address}), le ${at}. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  'payout-number.changed': ({ phone }) => ({
    subject: 'Votre numéro de retrait a changé',
    body: `Vos retraits iront désormais au ${phone}. Si ce n'est pas vous, contactez l'assistance tout de suite.`,
  }),
  'order.paid': ({ number, total }) => ({
    subject: `Nouvelle commande ${number}`,
    body: `La commande ${number} de ${total} est payée. Acceptez-la ou refusez-la dans les 24 heures.`,
  }),
  'order.payment-failed': ({ number }) => ({
    subject: `Paiement refusé pour ${number}`,
    body: `Le paiement de la commande ${number} n'a pas abouti. Vous pouvez réessayer, aussi depuis un autre numéro.`,
  }),
  'order.accepted': ({ number, prepMinutes }) => ({
    subject: `Commande ${number} acceptée`,
    body: `Le vendeur a accepté votre commande ${number}.${prepMinutes ? ` Elle sera prête dans environ ${prepMinutes} minutes.` : ''}`,
  }),
  'order.rejected': ({ number, reason }) => ({
    subject: `Commande ${number} refusée`,
    body: `Le vendeur n'a pas pu accepter votre commande ${number}. Vous êtes remboursé en totalité.${because(reason)}`,
  }),
  'order.ready': ({ number }) => ({ subject: `Commande ${number} prête`, body: `Votre commande ${number} est prête.` }),
  'order.out-for-delivery': ({ number }) => ({
    subject: `Commande ${number} en route`,
    body: `Votre commande ${number} est en route. Donnez votre code au livreur à la réception, pas avant.`,
  }),
  'order.delivered': ({ number }) => ({
    subject: `Commande ${number} livrée`,
    body: `Votre commande ${number} est livrée. Confirmez la réception ; sans réponse, elle sera conclue dans 48 heures.`,
  }),
  'order.delivery-failed': ({ number, reason }) => ({
    subject: `Livraison de ${number} non effectuée`,
    body: `Votre commande ${number} n'a pas pu être livrée : ${reason}. Le livreur essaiera encore une fois.`,
  }),
  'order.returning': ({ number, reason }) => ({
    subject: `Commande ${number} en retour`,
    body: `Votre commande ${number} n'a pas pu être livrée : ${reason}. Elle retourne chez le vendeur, puis vous serez remboursé.`,
  }),
  'order.completed': ({ number, amount }) => ({
    subject: `Commande ${number} conclue`,
    body: `La commande ${number} est conclue : ${amount} sont disponibles dans votre portefeuille.`,
  }),
  'order.cancelled': ({ number, reason }) => ({
    subject: `Commande ${number} annulée`,
    body: `La commande ${number} est annulée.${because(reason)}`,
  }),
  'refund.succeeded': ({ number, amount }) => ({
    subject: `Remboursement de ${number}`,
    body: `${amount} vous ont été remboursés pour la commande ${number}.`,
  }),
  'delivery.earned': ({ number, amount }) => ({
    subject: `Course ${number} payée`,
    body: `La commande ${number} est conclue : ${amount} sont disponibles dans votre portefeuille.`,
  }),
  'payout.completed': ({ amount }) => ({ subject: 'Retrait effectué', body: `Votre retrait de ${amount} est arrivé.` }),
  'payout.failed': ({ amount }) => ({
    subject: 'Retrait non effectué',
    body: `Votre retrait de ${amount} n'a pas abouti. La somme est de nouveau disponible dans votre portefeuille.`,
  }),
  'admin-payout.completed': ({ amount, phone }) => ({
    subject: 'Versement effectué',
    body: `Le versement de ${amount} vers le ${phone} est arrivé.`,
  }),
  'admin-payout.failed': ({ amount, phone }) => ({
    subject: 'Versement non effectué',
    body: `L'opérateur n'a pas pu verser ${amount} vers le ${phone}. Rien n'a été débité.`,
  }),
  'subscription.active': ({ plan, until }) => ({
    subject: 'Abonnement actif',
    body: `Votre abonnement ${plan} est actif jusqu'au ${until}.`,
  }),
  'subscription.payment-failed': () => ({
    subject: 'Paiement de votre abonnement refusé',
    body: "Le paiement de votre abonnement n'a pas abouti. Rien n'a changé ; vous pouvez réessayer.",
  }),
  'subscription.grace': ({ until }) => ({
    subject: 'Votre abonnement est échu',
    body: `Renouvelez votre abonnement avant le ${until} pour que vos produits restent visibles.`,
  }),
  'subscription.expired': () => ({
    subject: 'Votre abonnement a expiré',
    body: 'Vos produits ne sont plus visibles. Rien n’est perdu : renouvelez pour les montrer à nouveau.',
  }),
  'rider.approved': () => ({ subject: 'Candidature acceptée', body: 'Vous pouvez maintenant prendre des courses.' }),
  'rider.rejected': ({ reason }) => ({
    subject: 'Candidature refusée',
    body: `Votre candidature de livreur n'a pas été retenue. Vous pouvez en déposer une autre.${because(reason)}`,
  }),
  'rider.suspended': ({ reason }) => ({
    subject: 'Compte livreur suspendu',
    body: `Vous ne pouvez plus prendre de courses pour le moment.${because(reason)}`,
  }),
  'rider.reactivated': () => ({
    subject: 'Compte livreur rétabli',
    body: 'Vous pouvez de nouveau prendre des courses.',
  }),
} satisfies Record<string, (facts: Facts) => Words>

export type NoticeKind = keyof typeof NOTICES
export type NoticeFacts = Facts
