import type { Operation } from '../document.ts'

type Rule = { field: RegExp; message: RegExp; only?: RegExp }

/**
 * What the service refuses with 400 although each value by itself is as the document says: the rule joins several values,
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
  { field: /openingHours\.\d+\.close/, message: /La fermeture doit venir après l'ouverture/ },
  { field: /^(lat|lng)$/, message: /Envoyez lat et lng ensemble/ },
  { field: /^items$/, message: /Chaque variante ne peut figurer qu'une fois/ },
  { field: /^quantity$/, message: /Une ligne du panier a au plus/ },
  { field: /^addressId$/, message: /Donnez une adresse enregistrée ou son texte/ },
  { field: /^deliveryAddress$/, message: /L'adresse de livraison est obligatoire/ },
  { field: /^maxPrice$/, message: /Le prix maximal est sous le prix minimal/ },
  { field: /^prices\.\d+$/, message: /Ce cycle et cette devise ont déjà un prix/ },
  { field: /^minOrderAmount$/, message: /Donnez aussi le minimum de commande/ },
  { field: /^to$/, message: /La fin est avant le début/ },
  { field: /^closedTo$/, message: /La fin de la fermeture doit venir après son début/ },
  // What the plan, the category or the zones say today.
  { field: /^billingCycle$/, message: /n'a pas de prix en/ },
  { field: /^currency$/, message: /ne verse pas en|ne reçoit pas en/ },
  { field: /^expiresAt$/, message: /La date de péremption/ },
  { field: /^zones$/, message: /zones de livraison n'existe pas/ },
  // What the shop offers today.
  { field: /^fulfillmentMethod$/, message: /La boutique .* propose/s },
  // What an authenticator packs into its bytes.
  { field: /^response$/, message: /La réponse de l'appareil est illisible/ },
  // JSON inside the text of a form.
  { field: /^variants/, message: /Un tableau JSON est attendu/ },
]

export const isRuled = ({ operationId }: Operation, field: string, message: string): boolean =>
  RULES.some((rule) => rule.field.test(field) && rule.message.test(message) && (rule.only?.test(operationId) ?? true))
