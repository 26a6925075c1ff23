// Names of the clock's jobs for people. A test checks that every job has one; a job without one keeps the service's
// name.

const JOBS: Record<string, string> = {
  '* * * * *': 'Passage de chaque minute',
  '*/5 * * * *': 'Passage de la sauvegarde',
  '17 * * * *': 'Passage de chaque heure',
  '41 * * * *': 'Passage des commandes closes',
  '23 1 * * *': 'Passage de la nuit',
  '* 0-3 * * *': 'Passage des contrôles de la nuit',
  reportOpenMovements: 'Mouvements restés sans verdict',
  moveOrders: 'Délais des commandes',
  offerJobs: 'Courses proposées aux livreurs',
  expirePayouts: 'Codes de versement expirés',
  expireExpenseCodes: 'Codes de dépense expirés',
  expireBookings: 'Écritures que personne ne confirme',
  expireRefundCodes: 'Codes de remboursement expirés',
  expireSubscriptionPayments: "Paiements d'abonnement expirés",
  endPeriods: "Fins de période d'abonnement",
  endGrace: 'Fins de délai de grâce',
  runImports: 'Imports de produits',
  runBroadcasts: 'Annonces',
  runCopies: 'Copies de données',
  sendOutbox: 'Envoi des messages',
  sendAlerts: 'Envoi des alertes',
  purgeAgain: 'Retrait des caches',
  hideExpiredProducts: 'Produits à masquer',
  forgetOld: 'Oubli des vieilles données',
  eraseAccounts: 'Effacement des comptes',
  expireCopies: 'Copies de données arrivées à échéance',
  closeResolvedTickets: 'Fermeture des tickets résolus',
  holdLaws: 'Contrôles des comptes',
  holdAskedLaws: 'Contrôles demandés',
  watchDatabase: 'Taille de la base',
  watchBackups: 'Âge de la sauvegarde',
  closeIncidentsOver: 'Clôture des incidents terminés',
  askForReviews: 'Avis demandés aux acheteurs',
  reportWaitingRefunds: 'Remboursements qui attendent',
  remindOfIncidents: 'Rappels des incidents sans réponse',
  mailIncidentDigest: 'Résumé des incidents signalés',
  takeBackup: 'Sauvegarde de la nuit',
  sealOrders: 'Scellement des commandes closes',
  sealWallets: 'Scellement des mois de portefeuille',
  proveSealed: 'Relecture des fichiers scellés',
  rewriteSealed: 'Fichiers scellés à réécrire',
  clearShelves: 'Fichiers d’envois interrompus',
  comparePrices: 'Prix comparés au taux du jour',
  forgetDeletedProducts: 'Oubli des produits supprimés',
  removeFiles: 'Suppression de fichiers',
  forgetUnsoldWords: 'Oubli des mots sans produit',
  holdNightLaws: 'Contrôles de la nuit',
}

/** Jobs that exist once for each gateway. */
const OF_GATEWAYS: Record<string, string> = {
  askGateway: 'Questions à la passerelle',
  compareWithGateway: 'Comparaison avec la passerelle',
}

export function jobWords(job: string): string {
  const [, name = '', gateway] = /^(\w+Gateway)([A-Z]\w*)$/.exec(job) ?? []
  return OF_GATEWAYS[name] ? `${OF_GATEWAYS[name]} ${gateway}` : (JOBS[job] ?? job)
}
