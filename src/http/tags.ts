/** The headings of the document, in order. */
export const TAGS = {
  Connexion:
    'Créer un compte, se connecter (mot de passe, code par e-mail, Google), renouveler et fermer ses sessions.',
  "Clés d'accès": "Se connecter sans mot de passe avec l'appareil (WebAuthn), ajouter et supprimer ses clés.",
  'Sécurité du compte':
    "Double authentification et codes de secours, mot de passe, adresse de secours, récupération d'un compte où l'on n'entre plus.",
  'Mon profil': 'Son nom, sa photo, son numéro, son adresse e-mail, ses adresses, la suppression de son compte.',
  Utilisateurs:
    "L'équipe voit les personnes, les bloque, les déconnecte, confirme leur adresse ou leur numéro, change un rôle, supprime un compte.",
  Boutiques: 'Devenir vendeur, ouvrir et publier ses boutiques ; les boutiques vues par tous.',
  'Identité des vendeurs': "Le dossier d'identité (KYC) d'un vendeur : ses pièces, son envoi, la décision de l'équipe.",
  'Produits et stock':
    'Produits, variantes, images et quantités : la vitrine, la recherche et la gestion par le vendeur.',
  Modération: "L'équipe approuve, refuse ou retire des produits ; réglage de la modération.",
  Catégories: 'Catégories et sous-catégories de la vitrine.',
  Commandes: 'Commander et payer ; accepter, préparer et remettre ; annuler, rembourser.',
  Livraisons: "Courses des livreurs et suivi d'un colis ; candidature, disponibilité et position des livreurs.",
  Portefeuille: 'Solde, mouvements, numéro de retrait et retraits des vendeurs et des livreurs.',
  Assistance:
    "Tickets : écrire à l'équipe. Incidents : ce qui ne va pas, d'une commande ou du service, et ce que l'équipe en décide.",
  'Versements et remboursements':
    "Versements de l'administration et remboursements : approuver par un code, suivre, renvoyer, décider.",
  'Passerelles de paiement':
    "Réseaux, configuration, paiements demandés par l'équipe, et notifications des opérateurs (webhooks).",
  Comptabilité: 'Grand livre, contrôles et balance.',
  'Plans et abonnements': 'Plans en vente, abonnement du vendeur, ses paiements et ses factures.',
  Notifications: "Ce dont la personne est avertie dans l'application, ses préférences, et les annonces de l'équipe.",
  Blog: "Les articles publiés ; l'équipe les écrit, les publie et les retire.",
  Équipe: "Rapports et tableaux de bord ; le registre de ce que l'équipe a fait.",
  Service: 'État du service, réglages publics, images et ce document.',
} as const

export type Tag = keyof typeof TAGS
