/** Sections of the guide about buying, and about the steps after an order. */
export const ORDERS = [
  {
    title: 'Commander et payer',
    text: `1. GET /products?search=cafe donne shopId et les « id » de « variants » ; GET /gatewayB/networks les réseaux et montants.
   Le numéro tapé : POST /gatewayA/predict-provider « {"phoneNumber":"243991234555"} » devine l'opérateur (AIRTEL_COD : « airtel ») et
   avertit d'un réseau qui n'est pas le sien, sans l'interdire ; GET /gatewayA/availability dit s'il est fermé (« CLOSED »).
2. POST /orders avec « Idempotency-Key » :
   « {"shopId":"…","items":[{"variantId":"…","quantity":2}],"fulfillmentMethod":"DELIVERY","deliveryAddress":"Nyawera, av. des Orchidées 15, Bukavu","paymentMethod":"MOBILE_MONEY","currency":"CDF","payerPhoneNumber":"243991234555","network":"airtel","countryCode":"CD"} ».
   201 : la commande PENDING_PAYMENT et son « payin ». Avec « "countryCode":"RW" », le téléphone paie en RWF (exchangeRate).
3. Le payeur approuve sur son téléphone. Toutes les 3 à 5 s, tant que « payin.status » est « pending », et au plus jusqu'à expiresAt :
   POST /orders/:id/payment/check-status, qui rend « {order, payin} ». Ensuite la commande est annulée ; un avis dit si l'argent arrive tard. Fins :
   « succeeded » : payée ; si la commande est CANCELLED, c'était trop tard et c'est remboursé. « failed » : failureReason en donne le motif si l'opérateur l'a dit, sinon « Le paiement a été refusé. » ; étape 4.
   « expired » : sans nouvelles de l'opérateur, peut encore aboutir. « review » : l'équipe vérifie le montant, ne repayez pas.
4. Refus : POST /orders/:id/pay « {"payerPhoneNumber":"243811234555","network":"vodacom","countryCode":"CD"} », autre numéro
   possible, avant expiresAt : 15 minutes après la commande, mais **2 minutes après un refus** tant que l'acheteur n'a conclu aucune
   commande. Un nouvel essai rend le reste des 15 minutes : relisez expiresAt dans la réponse ou par GET /orders/:id.

Erreurs : 400 MBIYOPAY_PAYIN_FAILED (la commande existe, « details » nomme orderId : étape 4), 403 OWN_SHOP,
404 article retiré, 409 INSUFFICIENT_STOCK (« details »), 409 PAYMENT_IN_PROGRESS (ni repayer ni annuler avant la fin du paiement, ou
expiresAt, qui annule la commande ; ou ce téléphone a déjà une demande, dont « details » nomme la commande si elle est à vous), 409 TOO_MANY_UNPAID, 410 délai passé.

Réponse perdue : même clé, même corps. « pending » n'est ni un échec ni un succès : ne passez pas une nouvelle
commande. Payé trop tard : honoré
ou remboursé. Sans réponse du vendeur en 24 h : remboursé.`,
  },
  {
    title: 'Le panier',
    text: `1. POST /cart/items « {"variantId":"…","quantity":2} ». Un invité garde son panier sur le téléphone ; à la connexion,
   POST /cart/merge : la plus grande quantité l'emporte, le refaire ne change rien. PUT /cart avec baseVersion : 409 si un autre
   téléphone a changé le panier. « issue » d'une ligne : UNAVAILABLE, SHOP_CLOSED, OUT_OF_STOCK, LOW_STOCK, PRICE_CHANGED.
2. POST /cart/quote « {"fulfillmentMethod":"DELIVERY","addressId":"…"} » : prix et frais tenus 15 minutes, par boutique et par devise.
3. POST /orders/checkout avec « Idempotency-Key » : quoteId et le payeur, comme ci-dessus. Une commande par boutique, un paiement par devise.
   409 PRICE_CHANGED ou INSUFFICIENT_STOCK nomme les lignes dans « details » ; OUT_OF_REACH : la boutique ne livre pas là ; SHOP_CLOSED :
   elle est fermée jusqu'à availableAt. Hors des heures d'ouverture on commande : le vendeur répond 24 h après l'ouverture.
4. GET /orders/checkout/:checkoutId jusqu'à « PAID » (PARTIALLY_PAID : une devise manque). Il ne demande rien à l'opérateur ; s'il tarde :
   POST /orders/:id/payment/check-status d'une des commandes. Refus, ou autre numéro : POST /orders/checkout/:checkoutId/pay.

Réponse perdue : même clé, même corps ; sans clé, un panier ou un devis déjà commandé répond 409 ALREADY_EXISTS : GET /orders/me.

**Messages** : POST /orders/:id/messages « {"channel":"BUYER_SELLER","clientMessageId":"…","body":"…"} » ; le même clientMessageId
est le même message. Photo : POST /orders/:id/messages/attachments, puis « "attachments":["id"] ». GET /orders/messages compte les non lus.`,
  },
  {
    title: 'Préparer et livrer',
    text: `**Vendeur** : POST /orders/:id/accept « {"prepMinutes":30} » (ou POST /orders/:id/reject « {"reason":"…"} » :
remboursement complet), POST /orders/:id/prepare, POST /orders/:id/ready. Avec « DELIVERY », la réponse de « ready » a
pickupCode, à dire au livreur seulement.

**Livreur** actif : POST /riders/me/location « {"lat":-2.5083,"lng":28.8608} », POST /riders/me/availability
« {"availability":"ONLINE"} », puis :

1. GET /deliveries/available?lat=-2.5083&lng=28.8608 (toutes les 15 s environ) ;
2. POST /deliveries/:id/accept : 409 ALREADY_TAKEN ou JOB_LIMIT (3 courses) ; POST /deliveries/:id/release la rend ;
3. POST /deliveries/:id/pickup « {"code":"123456"} » : code du vendeur ;
4. POST /deliveries/:id/deliver « {"code":"654321"} » : code de l'acheteur.

Personne à l'adresse : POST /deliveries/:id/fail « {"reasonCode":"BUYER_ABSENT"} » ; le second échec, 10 minutes après au plus
tôt, renvoie le colis : POST /deliveries/:id/returned, puis le vendeur POST /orders/:id/return-received. Hors réseau, rejouez
les étapes dans l'ordre, chacune avec occurredAt, l'heure où elle a eu lieu (24 h au plus).

**Acheteur** : GET /orders/:id/tracking donne la position et dropoffCode. En retrait (« PICKUP »), GET /orders/:id donne
pickupCode, que le vendeur tape dans POST /orders/:id/handover « {"code":"123456"} ». Enfin POST /orders/:id/confirm-receipt,
sinon automatiquement après 48 h.

Erreurs : 401 INVALID_VERIFICATION_CODE, 429 après 5 codes en 15 min, 409 INVALID_TRANSITION. Réponse perdue : relisez avant de
refaire ; « Idempotency-Key » est accepté.`,
  },
]
