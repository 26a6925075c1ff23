/** What the service writes to people, in French. */
export type Words = { subject: string; body: string }

type Facts = Record<string, string | number | null | undefined>
const because = (reason: Facts[string]) => (reason ? ` Motif : ${reason}` : '')

/** Notices, by what happened. */
export const NOTICES = {
  'account.exists': () => ({
    subject: 'Vous avez déjà un compte',
    body: "Quelqu'un a voulu créer un compte avec votre adresse. Vous en avez déjà un : connectez-vous, ou réinitialisez votre mot de passe.",
  }),
  'password.reset-link': ({ link }) => ({
    subject: 'Choisissez un nouveau mot de passe',
    body: `Pour choisir un nouveau mot de passe, ouvrez ce lien dans les 30 minutes : ${link} . Si vous n'avez rien demandé, ne faites rien : votre mot de passe reste le même.`,
  }),
  'password.changed': () => ({
    subject: 'Votre mot de passe a changé',
    body: "Le mot de passe de votre compte vient de changer et vos autres appareils ont été déconnectés. Si ce n'est pas vous, réinitialisez votre mot de passe et contactez l'assistance tout de suite.",
  }),
  'password.created': () => ({
    subject: 'Un mot de passe a été ajouté',
    body: "Votre compte s'ouvre désormais aussi par un mot de passe. Si ce n'est pas vous, réinitialisez-le et déconnectez tous vos appareils.",
  }),
  'recovery.proven': ({ at }) => ({
    subject: 'Quelqu’un récupère votre compte',
    body: `Quelqu'un a prouvé être vous pour récupérer votre compte : il pourra choisir un nouveau mot de passe à partir du ${at}. Si ce n'est pas vous, connectez-vous à votre compte avant : la demande est alors annulée.`,
  }),
  'recovery.completed': () => ({
    subject: 'Votre compte a été récupéré',
    body: "Votre compte a un nouveau mot de passe et tous vos appareils ont été déconnectés. Si ce n'est pas vous, contactez l'assistance tout de suite.",
  }),
  'secondary-email.added': ({ email }) => ({
    subject: 'Une adresse de secours a été ajoutée',
    body: `L'adresse ${email} peut désormais servir à récupérer votre compte. Si ce n'est pas vous, supprimez-la et changez votre mot de passe.`,
  }),
  'secondary-email.removed': () => ({
    subject: 'Votre adresse de secours a été retirée',
    body: "Votre adresse de secours ne sert plus à récupérer votre compte. Si ce n'est pas vous, changez votre mot de passe et contactez l'assistance.",
  }),
  'secondary-email.promoted': () => ({
    subject: 'Votre adresse principale a changé',
    body: "Votre adresse de secours est devenue l'adresse principale de votre compte, et l'ancienne son adresse de secours. Si ce n'est pas vous, contactez l'assistance tout de suite.",
  }),
  'email.changed': ({ email }) => ({
    subject: 'L’adresse de votre compte a changé',
    body: `Votre compte s'ouvre désormais avec l'adresse ${email} et vos autres appareils ont été déconnectés. Si ce n'est pas vous, contactez l'assistance tout de suite.`,
  }),
  'phone.changed': ({ phone }) => ({
    subject: 'Le numéro de votre compte a changé',
    body: `Le numéro ${phone} est désormais celui de votre compte. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  'phone.removed': () => ({
    subject: 'Le numéro de votre compte a été retiré',
    body: "Votre compte n'a plus de numéro de téléphone. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.",
  }),
  'account.deletion-scheduled': ({ at }) => ({
    subject: 'Votre compte sera supprimé',
    body: `Vous avez demandé la suppression de votre compte : vos données personnelles seront effacées le ${at}. Jusque-là, vous pouvez revenir sur cette demande depuis votre compte. Si ce n'est pas vous, annulez-la et changez votre mot de passe.`,
  }),
  'account.deletion-cancelled': () => ({
    subject: 'Votre compte est conservé',
    body: "La suppression de votre compte est annulée : rien ne sera effacé. Si ce n'est pas vous, changez votre mot de passe.",
  }),
  'account.deleted': ({ at }) => ({
    subject: 'Votre compte a été supprimé',
    body: `Votre compte a été supprimé par l'équipe de Soko. Vos données personnelles seront effacées le ${at} au plus tard. Si vous pensez à une erreur, contactez l'assistance avant cette date.`,
  }),
  'account.restored': () => ({
    subject: 'Votre compte est rétabli',
    body: 'Votre compte est de nouveau ouvert : connectez-vous comme avant.',
  }),
  'session.new-device': ({ device, address, at }) => ({
    subject: 'Connexion depuis un nouvel appareil',
    body: `Votre compte vient d'être ouvert depuis un nouvel appareil : ${device} (adresse ${address}), le ${at}. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  'passkey.added': ({ name }) => ({
    subject: "Une clé d'accès a été ajoutée",
    body: `La clé d'accès « ${name} » ouvre désormais votre compte. Si ce n'est pas vous, supprimez-la, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  'passkey.removed': ({ name }) => ({
    subject: "Une clé d'accès a été supprimée",
    body: `La clé d'accès « ${name} » n'ouvre plus votre compte. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  'google.linked': ({ email }) => ({
    subject: 'Un compte Google a été lié',
    body: `Le compte Google ${email} ouvre désormais votre compte. Si ce n'est pas vous, déliez-le, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  'google.unlinked': () => ({
    subject: 'Votre compte Google a été délié',
    body: "Votre compte Google n'ouvre plus votre compte. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.",
  }),
  'passkey.copied': ({ name }) => ({
    subject: "Connexion refusée par clé d'accès",
    body: `Une connexion avec votre clé d'accès « ${name} » a été refusée : il en existe peut-être une copie. Supprimez cette clé et ajoutez-en une nouvelle.`,
  }),
  'totp.enabled': () => ({
    subject: 'La double authentification est activée',
    body: "Votre compte demande désormais un code de votre application à chaque connexion. Si ce n'est pas vous, contactez l'assistance tout de suite.",
  }),
  'totp.disabled': () => ({
    subject: 'La double authentification est désactivée',
    body: "Votre compte ne demande plus de code de votre application à la connexion. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.",
  }),
  'totp.backup-codes-renewed': () => ({
    subject: 'Vos codes de secours ont été remplacés',
    body: "Vos anciens codes de secours n'ouvrent plus votre compte, et dix nouveaux ont été montrés. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.",
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
