/** Sections of the guide about the team's decisions after an order. */
export const OFFICE = [
  {
    title: 'Rembourser',
    text: `Pour un ADMIN ; tout va au numéro qui a payé.

- **Tout ce qui reste d'une commande, aussitôt** : POST /orders/admin/:id/refund, sans code.
- **Une partie, ou le paiement d'un abonnement** : POST /refunds/request-approval
  « {"orderId":"…","amount":"5.00","reason":"…"} », puis POST /refunds/confirm avec le code reçu par e-mail.
- REQUESTED (commande payée annulée par l'équipe, incident décidé pour l'acheteur) : rien ne part seul. L'une des deux voies
  l'envoie, POST /refunds/:id/reject « {"reason":"…"} » y renonce.
- « PROCESSING » : POST /refunds/:id/check-status. L'opérateur ne dit rien : POST /refunds/:id/resolve, selon son relevé.
- « FAILED » : POST /refunds/:id/retry « {} », ou un autre numéro de l'acheteur, **avec** son réseau et son pays :
  « {"phoneNumber":"243811234789","network":"vodacom","countryCode":"CD"} » ; ou « reject ».

Tout rendre avant l'enlèvement annule la commande. Réponse perdue : lisez GET /refunds avant de refaire.`,
  },
  {
    title: 'Assistance et incidents',
    text: `Une question : POST /support/tickets « {"subject":"Colis en retard","category":"ORDER","body":"…"} », puis
POST /support/tickets/:id/messages. L'équipe prend le ticket par POST /support/tickets/:id/assign, répond (WAITING_USER), le résout ; la personne peut le rouvrir
7 jours. « isInternal » : une note que la personne ne voit pas.

Un tort : POST /incidents « {"type":"ORDER","title":"Article abîmé","description":"…","orderId":"…"} » (« severity » : l'équipe seule) ;
celui d'un acheteur, dans les 48 heures, retient l'argent du vendeur. L'équipe décide une fois : POST /incidents/:id/resolve
« {"outcome":"BUYER","note":"…"} » demande le remboursement de ce qui reste, ou de refundAmount, qu'un ADMIN envoie ; « SPLIT » veut
refundAmount, « SELLER » ne rend rien. Sans suite, ou réglé autrement : POST /incidents/:id/dismiss.`,
  },
  {
    title: 'Notifications',
    text: `« type » est la sorte d'avis ; « data » a les identifiants de ce qu'elle ouvre, comme orderId, ou rien. Chaque sorte
suit le groupe de préférences de sa ligne ; sans groupe, elle arrive toujours. Codes et liens n'y sont pas montrés. Par SMS : les sortes
marquées *, sans qu'on les ait demandées et jusqu'à un « sms » mis à false.

[avis]`,
  },
  {
    title: 'Images',
    text: `Ajoutez à l'adresse d'une image « ?w=160 » (liste), 480 (carte) ou 1080 (plein écran) : du WebP de 3 à 30 Ko, où le fichier
envoyé peut peser plus d'un Mo. Une adresse ne change jamais de contenu : gardez-la en cache. Un fichier privé (adresse signée) n'a
qu'une taille : avec « ?w= », 400.

Une image envoyée a au plus 5 Mo, 8 000 pixels de côté et 40 millions de pixels (16 millions pour un PNG en couleurs avec transparence) ; au-delà, animée
ou abîmée : 400, trop lourde : 413. Réduisez une photo sur le téléphone avant de l'envoyer.`,
  },
]
