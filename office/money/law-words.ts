// Names of the ledger's checks for people. A test checks that every check has one; a check without one keeps the
// ledger's name.

const LAWS: Record<string, string> = {
  'every account is the sum of its transfers': 'Chaque compte est la somme de ses virements',
  'all accounts of a currency sum to zero': "La somme des comptes d'une monnaie est nulle",
  'no account that may not be negative is': 'Aucun compte retenu, à venir ou réservé n’est négatif',
  'what the platform earned is not below zero': 'Commissions et abonnements ne sont pas négatifs',
  'reserved is what withdrawals and payouts on their way hold':
    'Le réservé est ce que retiennent les retraits et versements en route',
  'what is on its way was put aside first': "Ce qui est en route a d'abord été mis de côté",
  'a succeeded payin or deposit has exactly one credit of its amount':
    'Chaque paiement réussi est crédité une fois, de son montant',
  'money came in only for what succeeded': "Rien n'est crédité sans paiement réussi",
  'a payout has at most one success and one release, never both':
    'Un versement part ou revient, une seule fois, jamais les deux',
  'a withdrawal that ended has moved its money': 'Chaque retrait terminé a déplacé son argent',
  'a withdrawal that the phone gets in its own currency went through the exchange with both its halves, at its rate':
    'Un retrait reçu dans une autre devise est passé par le change, à son taux',
  'a payout is sent as it was decided': 'Chaque versement est envoyé comme il a été décidé : montant, devise et numéro',
  'goods that had left the shop are in its stock again only once they came back':
    "Les articles sortis de la boutique ne reviennent au stock qu'une fois rapportés",
  'a parcel that nobody has heard of for 72 hours is in an open incident':
    'Un colis sans nouvelles depuis 72 heures est dans un incident ouvert',
  'an admin payout leaves its account when it is completed, and only then':
    'Un versement quitte son compte quand il réussit, et alors seulement',
  'an admin payout that failed or was cancelled gave back what it reserved':
    'Un versement échoué ou annulé a rendu ce qu’il réservait',
  'a payout is where its history and its gateway say':
    "Chaque versement est dans l'état que disent son histoire et son opérateur",
  'what an order holds is what was paid for it and is not settled':
    "Ce qu'une commande retient est ce qui a été payé et n'est pas réglé",
  'money of an order that is over is on its way back, or somebody was told':
    "L'argent d'une commande finie repart, ou quelqu'un est prévenu",
  'a refund that failed, or that nobody has decided for a day, is in an open incident':
    'Un remboursement échoué, ou sans décision depuis un jour, a un incident ouvert',
  'nobody has what was left of an order whose payment was taken back':
    "Personne n'a ce qui restait d'une commande dont le paiement a été repris",
  'what is pending for a seller is what their accepted orders wait for':
    'L’à-venir d’un vendeur est ce que ses commandes acceptées attendent',
  'refunds of an order are at most what was paid': 'On ne rembourse jamais plus que le payé',
  'a refund is a part of its order that has no side below zero, and of a subscription its whole payment':
    "Un remboursement est une part valable de sa commande, ou tout le paiement de l'abonnement",
  'nobody who is deleted has money in a wallet': "Aucun compte supprimé n'a d'argent dans un portefeuille",
  'what people decided by hand is what its gateway says, or has an open incident':
    "Ce qui a été décidé à la main est ce que dit l'opérateur, ou a un incident ouvert",
  'a final movement that was never compared is young, or in an incident':
    'Un mouvement terminé et jamais comparé est récent, ou dans un incident',
  'nothing of a payment that only people say has come is sent back by itself':
    "Rien d'un paiement que seules des personnes disent arrivé ne repart de soi-même",
  'what payins brought beside their amount lies apart until it goes back':
    'Ce qui est arrivé en trop est gardé à part avant de repartir',
  'a refund went to a number that paid, or that a code approved':
    'Un remboursement va au numéro qui a payé, ou à un numéro approuvé par code',
  'refunds in flight are those that process': 'Les remboursements en route sont ceux qui sont en cours',
  'a refund that processes has one open attempt, and one that succeeded one that ended so':
    'Un remboursement en cours a un seul envoi ouvert, et un remboursement effectué un envoi abouti',
  'a refund awaits a code for one request, and no other has one open':
    'Un remboursement qui attend un code a une seule demande ouverte, les autres aucune',
  'an attempt of a refund took what it says from where it says, and nothing else was taken for one':
    "Chaque envoi d'un remboursement a pris ce qu'il dit là où il le dit",
  'an attempt of a refund is where its movement is, and sends no more':
    "Chaque envoi d'un remboursement en est là où en est son mouvement",
  'the books of an order are in its own currency, and nobody earns another':
    'Une commande est comptée dans sa monnaie, et personne n’en gagne une autre',
  'what is exchanged on the way in or out has both its halves': 'Chaque change a ses deux moitiés',
  'our rounding is what payins and deposits were above their price, less what went back':
    'Les arrondis sont ce qui a été payé au-dessus du prix, moins ce qui est reparti',
  'the price of the goods is the sum of the lines': 'Le prix des articles est la somme des lignes',
  'periods granted are periods paid': 'Les périodes données sont des périodes payées',
  'a payment of a subscription that came in bought one period, or a person gives it back':
    "Chaque paiement d'abonnement a acheté une période, ou quelqu'un le rend",
  'a subscription runs for as many periods as were paid': "Un abonnement dure autant de périodes qu'il en a été payé",
  'sealed files are there, as they were written': 'Les fichiers scellés sont là, tels qu’ils ont été écrits',
  'sealed files hold the orders that say so, and what is carried of them comes to nothing in each currency':
    'Les fichiers scellés contiennent les commandes qui le disent, et leurs reports sont équilibrés par devise',
  'stock is the sum of its movements': 'Le stock est la somme de ses mouvements',
  'what is held is the sum of the holds': 'Le stock retenu est la somme des réservations',
  'only orders that wait for their payment hold stock':
    'Seules les commandes qui attendent leur paiement retiennent du stock',
  'what plans are held against is the true number of shops and products':
    'Les plans comptent le vrai nombre de boutiques et de produits',
  'every move follows the one before it': 'Chaque étape suit celle qui la précède',
  'an order is where its history says': "Chaque commande est dans l'état que dit son histoire",
  'an order costs its goods and its delivery': 'Une commande coûte ses articles et sa livraison',
  'a booking names a gateway and a second amount exactly where its kind moves them':
    'Une écriture nomme une passerelle et un second montant là où son type en déplace, et là seulement',
  'no rider has more than three jobs': "Aucun livreur n'a plus de trois courses",
  'what a wallet earned and withdrew is in its transfers':
    "Ce qu'un portefeuille a gagné et retiré est dans ses virements",
  'a booking has exactly its transfers once it is booked, and nothing else is booked as one':
    "Une écriture confirmée a exactement ses virements, et rien d'autre",
  'a booking that was taken back has all its transfers reversed, and no other has one':
    'Une écriture annulée a tous ses virements annulés',
  'a booking is where its history says, and two people made it':
    "Chaque écriture est dans l'état que dit son histoire, et deux personnes l'ont faite",
  'an expense says that it was taken back when its booking was, and only then':
    "Une dépense est annulée quand son virement l'est, et seulement alors",
  'an expense is booked once, with its amount, when it is approved, and only then':
    'Une dépense est comptée une fois, de son montant, quand elle est approuvée',
  'what was spent is the sum of the approved expenses': 'Le dépensé est la somme des dépenses approuvées',
  'an expense is where its history says': "Chaque dépense est dans l'état que dit son histoire",
  'no account of the platform is below zero but its money outside and its shares':
    "Aucun compte du service n'est négatif, hors argent chez les opérateurs et parts",
  'every paid period was granted, and every granted period was paid':
    'Chaque période payée a été donnée, et chaque période donnée a été payée',
  'a deposit that succeeded granted a period at that moment, or somebody was told':
    "Chaque dépôt réussi a donné sa période aussitôt, ou quelqu'un est prévenu",
  'a payment that bought nothing is in an open incident until it is given back':
    "Un paiement qui n'a rien acheté a un incident ouvert jusqu'à ce qu'il soit rendu",
  'nothing is charged for what is over': "Rien n'est demandé pour ce qui est terminé",
  'an order has at most one payin on its way': 'Une commande a au plus un paiement en route',
  'of the payments of an order one pays it, and each other one goes back':
    "D'une commande payée plusieurs fois, un paiement compte et les autres repartent",
  'what is paid, or paid out, is so once, or somebody was told':
    "Ce qui est payé ou versé l'est une fois, ou quelqu'un est prévenu",
}

const COUNTED: Record<string, string> = {
  users: 'personnes',
  'users:open': 'comptes ouverts',
  seller_profiles: 'vendeurs',
  shops: 'boutiques',
  'shops:published': 'boutiques publiées',
  'products:visible': 'produits en vente',
  'products:visible:category': 'produits en vente, par catégorie',
  'products:visible:subcategory': 'produits en vente, par sous-catégorie',
  'products:visible:shop': 'produits en vente, par boutique',
  'products:shop': 'produits, par boutique',
  'products:all': 'produits',
  'variants:shop': 'variantes, par boutique',
  incidents: 'incidents',
  'incidents:person': 'incidents, par personne',
  tickets: 'tickets',
  'tickets:person': 'tickets, par personne',
  reports: 'signalements',
  subscriptions: 'abonnements',
  'subscriptions:plan': 'abonnements, par plan',
  subscription_payments: "paiements d'abonnements",
  invoices: 'factures',
  'invoices:seller': 'factures, par vendeur',
  'orders:buyer': 'commandes, par acheteur',
  'orders:seller': 'commandes, par vendeur',
  conversations: 'conversations',
  kyc: "dossiers d'identité",
  riders: 'livreurs',
  'deliveries:rider': 'courses, par livreur',
  refunds: 'remboursements',
  bookings: 'écritures',
  expenses: 'dépenses',
  payouts: 'versements',
  'payouts:owner': 'retraits, par portefeuille',
  accounts: 'comptes du grand livre',
  audit: 'actes du registre',
  posts: 'articles du blog',
  reviews: 'avis des acheteurs',
  'reviews:author': 'avis de chaque acheteur',
  wallet_entries: 'lignes de portefeuille',
}
const TOTAL = /^every total of (\S+) is a number of rows$/

/** Whether a check compares a running total with the rows that it counts. */
export const isTotal = (name: string) => TOTAL.test(name)

/** A check of the ledger in words: "Chaque compte est la somme de ses virements". */
export function lawWords(name: string): string {
  const [, family] = TOTAL.exec(name) ?? []
  if (family === undefined) return LAWS[name] ?? name
  return COUNTED[family] ? `Compteur exact : ${COUNTED[family]}` : name
}
