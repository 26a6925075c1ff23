// The jobs of the clock, for people. A test holds that each has its words here; what is missing is shown as the service says it.

const JOBS: Record<string, string> = {
  '* * * * *': 'Passage de chaque minute',
  '17 * * * *': 'Passage de chaque heure',
  '23 1 * * *': 'Passage de la nuit',
  askGatewayA: 'Questions à la passerelle A',
  askGatewayB: 'Questions à la passerelle B',
  reportOpenMovements: 'Mouvements restés sans verdict',
  moveOrders: 'Délais des commandes',
  expirePayouts: 'Codes de versement expirés',
  expireExpenseCodes: 'Codes de dépense expirés',
  expireRefundCodes: 'Codes de remboursement expirés',
  expireSubscriptionPayments: "Paiements d'abonnement expirés",
  endPeriods: "Fins de période d'abonnement",
  endGrace: 'Fins de délai de grâce',
  runImports: 'Imports de produits',
  runBroadcasts: 'Annonces',
  sendOutbox: 'Envoi des messages',
  sendAlerts: 'Envoi des alertes',
  hideExpiredProducts: 'Produits à masquer',
  forgetOld: 'Oubli des vieilles données',
  eraseAccounts: 'Effacement des comptes',
  closeResolvedTickets: 'Fermeture des tickets résolus',
  holdLaws: 'Contrôles des comptes',
  watchDatabase: 'Taille de la base',
  removeFiles: 'Suppression de fichiers',
  compareWithGatewayA: 'Comparaison avec la passerelle A',
  compareWithGatewayB: 'Comparaison avec la passerelle B',
  forgetUnsoldWords: 'Oubli des mots sans produit',
  holdNightLaws: 'Contrôles de la nuit',
}

export const jobWords = (job: string) => JOBS[job] ?? job
