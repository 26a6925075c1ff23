import type { Operation } from '../document.ts'

type Rule = { field: RegExp; message: RegExp; only?: RegExp }

/**
 * Refusals with 400 although each value by itself is as the document says: the rule joins several values,
 * or looks at the world outside. Anything else that a valid request is refused for is a finding.
 */
const RULES: Rule[] = [
  // The country decides the numbering plan, the networks, gateway A's operators and the currencies.
  { field: /phone|phoneNumber|payerPhoneNumber/i, message: /Ce numéro n'est pas du pays choisi/ },
  { field: /^network$/, message: /Ce réseau n'existe pas dans ce pays/ },
  { field: /^provider$/, message: /Cet opérateur n'existe pas dans ce pays|Opérateurs de ce pays/ },
  { field: /^currency$/, message: /devise|monnaie/ },
  // The currency and the operator decide the decimals, the gateway and the settings the bounds.
  {
    field: /amount|price$|^items$/i,
    message: /Le montant doit être (d'au moins|entre)|n'est pas un nombre valable en/,
  },
  { field: /^amount$/, message: /ne prend que des montants entiers en/ },
  // Two values that belong together.
  { field: /openingHours\.\d+\.close/, message: /La fermeture doit différer de l'ouverture/ },
  { field: /^(lat|lng)$/, message: /Envoyez lat et lng ensemble/ },
  { field: /^items$/, message: /Chaque variante ne peut figurer qu'une fois/ },
  { field: /^quantity$/, message: /Une ligne du panier a au plus/ },
  { field: /^addressId$/, message: /Donnez une adresse enregistrée ou son texte/ },
  { field: /^deliveryAddress$/, message: /L'adresse de livraison est obligatoire/ },
  { field: /^maxPrice$/, message: /Le prix maximal est sous le prix minimal/ },
  { field: /^prices\.\d+$/, message: /Ce cycle et cette devise ont déjà un prix/ },
  { field: /^minOrderAmount$/, message: /Donnez aussi le minimum de commande/ },
  { field: /^to$/, message: /La fin est avant le début/ },
  { field: /^from$/, message: /Une période a 366 jours au plus/ },
  { field: /^quoteCurrency$/, message: /Les deux devises doivent être différentes/ },
  { field: /^(maxPrice|fee)$/, message: /Le montant est trop grand/ },
  { field: /^quoteId$/, message: /Donnez quoteId, ou ce que demande un devis/ },
  { field: /^refundAmount$/, message: /Un partage dit combien|Une décision pour le vendeur ne rend rien/ },
  { field: /^identifier$/, message: /Une adresse e-mail ou un numéro de téléphone est attendu/ },
  { field: /^images$/, message: /Envoyez au moins une image/ },
  { field: /^closedTo$/, message: /La fin de la fermeture doit venir après son début/ },
  // Rules of the plan, the category or the zones of today.
  { field: /^billingCycle$/, message: /n'a pas de prix en/ },
  { field: /^currency$/, message: /ne verse pas en|ne reçoit pas en/ },
  { field: /^expiresAt$/, message: /La date de péremption/ },
  { field: /^zones$/, message: /zones de livraison n'existe pas/ },
  { field: /^network$/, message: /Ce réseau n'existe pas/ },
  { field: /^(gateway|toAmount|toCurrency)$/, message: /ne concerne aucune passerelle|Seul un change a/ },
  { field: /^amount$/, message: /d'un abonnement est rendu en entier|Le montant reçu ne se dit que/ },
  { field: /^note$/, message: /Avec un code, ne redites pas la décision/ },
  { field: /^minPayout$/, message: /n'est pas un nombre valable en/ },
  // A word that guesses begin with, a row of this very list, an address or a number of ours.
  { field: /password$/i, message: /fait de mots que tout le monde essaie ici/ },
  { field: /^before$/, message: /L'id d'une ligne de cette liste est attendu/ },
  { field: /^identifier$/, message: /Une adresse e-mail est attendue, ou un numéro de téléphone/ },
  // Facts about the caller, and about the thing.
  { field: /^items$/, message: /Vous êtes connecté : le panier est celui de votre compte/ },
  { field: /^w$/, message: /Un fichier privé n'a qu'une taille/ },
  // Rules of the clock.
  { field: /^(incurredAt|occurredAt)$/, message: /dans le futur|plus de 24 heures|Cette étape vient avant/ },
  { field: /^birthDate$/, message: /Cette date de naissance n'est pas possible|Il faut avoir 18 ans/ },
  { field: /^month$/, message: /Ce mois n'a pas encore commencé/ },
  { field: /^countryCode$/, message: /rien n'y serait retirable/ },
  // Members of the team today.
  { field: /^assigneeId$/, message: /Un ticket s'attribue à/ },
  // Offers of the shop today.
  { field: /^fulfillmentMethod$/, message: /La boutique .* propose/s },
  // Bytes that an authenticator packs.
  { field: /^response$/, message: /La réponse de l'appareil est illisible/ },
  // Contents of a file.
  { field: /^file$/, message: /Le fichier doit être en UTF-8|La colonne « .* » est inconnue/s },
  // JSON inside the text of a form.
  { field: /^variants/, message: /Un tableau JSON est attendu/ },
]

export const isRuled = ({ operationId }: Operation, field: string, message: string): boolean =>
  RULES.some((rule) => rule.field.test(field) && rule.message.test(message) && (rule.only?.test(operationId) ?? true))

/** Acts that a role may do only in part: which field, which figures, reading but not writing. */
const PARTS_OF_ROLES: { only: RegExp; message: RegExp }[] = [
  { only: /^(addAttachment|markMessagesRead|sendMessage)$/, message: /L'équipe lit les messages d'une commande/ },
  { only: /^(assign|resolve)Ticket$/, message: /Ce ticket est le vôtre/ },
  { only: /^openIncident$/, message: /La gravité est choisie par l'équipe/ },
  { only: /^(showSeries|listMessages)$/, message: /Vous n'avez pas le droit/ },
]

export const isOfRole = ({ operationId }: Operation, message: string): boolean =>
  PARTS_OF_ROLES.some((part) => part.only.test(operationId) && part.message.test(message))
