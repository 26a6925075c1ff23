// Names of the ledger's transfers and accounts for people. A name that is missing here is shown as the ledger writes
// it.

const THINGS: Record<string, string> = {
  booking: 'Écriture',
  charge: 'Encaissement',
  expense: 'Dépense',
  order: 'Commande',
  payin: 'Paiement',
  payout: 'Versement',
  platform: 'Perte',
  refund: 'Remboursement',
  subscription: 'Abonnement',
  transfer: 'Virement',
  withdrawal: 'Retrait',
}
const ACTS: Record<string, string> = {
  accepted: 'part du vendeur',
  approved: 'approuvée',
  back: 'demandé au vendeur',
  commission: 'commission',
  completed: 'gain du vendeur',
  covered: 'prise en charge',
  delivery: 'livraison',
  done: 'arrivé',
  exchanged: 'change',
  failed: 'échoué',
  fee: "frais d'un opérateur",
  given: 'change, donné',
  got: 'change, reçu',
  late: 'arrivé tard',
  paid: 'paiement reçu',
  released: 'libéré',
  reserved: 'réservé',
  returned: 'revenu',
  reversed: 'annulé',
  rider: 'gain du livreur',
  rounded: 'arrondi',
  rounding: 'arrondis en caisse',
  settlement: 'vers la banque',
  topUp: 'depuis la banque',
  taken: 'préparé',
}

/** A kind of transfer in words: "order:commission" is "Commande : commission". */
export function transferWords(kind: string): string {
  const [thing = '', act = ''] = kind.split(':')
  return THINGS[thing] && ACTS[act] ? `${THINGS[thing]} : ${ACTS[act]}` : kind
}

const ACCOUNTS: Record<string, string> = {
  'platform:bank': 'banque',
  'platform:cash': 'caisse',
  'platform:charges': 'encaissements',
  'platform:commission': 'commissions',
  'platform:delivery': 'livraisons',
  'platform:expenses': 'dépenses',
  'platform:fees': 'frais des opérateurs',
  'platform:fx': 'change',
  'platform:reserved': 'versements réservés',
  'platform:rounding': 'arrondis',
  'platform:subscriptions': 'abonnements',
  'refunds:inFlight': 'remboursements en route',
  'order:held': 'retenu pour la commande',
  'seller:available': 'vendeur, disponible',
  'seller:pending': 'vendeur, à venir',
  'seller:reserved': 'vendeur, retrait en route',
  'rider:available': 'livreur, disponible',
  'rider:reserved': 'livreur, retrait en route',
}

/** An account in words, without the long id inside: the page shows the owner elsewhere. */
export function accountWords(code: string): string {
  const short = code.replace(/:[0-9a-f]{8}-[0-9a-f-]{27}/, '')
  const gateway = /^gateway(\w+):clearing$/.exec(short)?.[1]
  return gateway ? `opérateur ${gateway}` : (ACCOUNTS[short] ?? short)
}
