import { products } from '#db/schema/catalogue/products.ts'
import {
  deliveryDays,
  expenseDays,
  orderDays,
  payoutDays,
  productSales,
  refundDays,
  salesDays,
  sellerSales,
} from '#db/schema/office/days.ts'
import { ORDER_STATUSES } from '#db/schema/orders/orders.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { subscriptionDays } from '#db/schema/shops/subscriptions.ts'
import { STAFF } from '#kernel/roles.ts'
import { amount, count, report } from './report.ts'

const EVERYBODY = [...STAFF, 'ACCOUNTANT'] as const
const MOVED = { count: count('t.count'), amount: amount('t.amount_minor') }

type Camel<S extends string> = S extends `${infer A}_${infer B}`
  ? `${Lowercase<A>}${Capitalize<Camel<B>>}`
  : Lowercase<S>
type InState = { [S in (typeof ORDER_STATUSES)[number] as Camel<S>]: ReturnType<typeof count> }
const keyOf = (status: string) => status.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const IN_STATE = Object.fromEntries(
  ORDER_STATUSES.map((status) => [keyOf(status), count(`iif(t.status = '${status}', t.orders, 0)`)]),
) as InState

/** The nine reports (docs/money.md, Reports). */
export const REPORTS = {
  sales: report({
    name: 'sales',
    title: 'Rapport des ventes',
    doc: `Commandes payées, hors refusées, annulées ou entièrement remboursées, au jour du paiement : gross (livraison
      comprise), refunds (rendu en partie), net.`,
    days: salesDays,
    figures: {
      orders: count('t.orders'),
      gross: amount('t.gross_minor'),
      refunds: amount('t.refunds_minor'),
      net: amount('t.gross_minor - t.refunds_minor'),
    },
  }),
  orders: report({
    name: 'orders',
    title: 'Rapport des commandes',
    doc: "Commandes au jour où elles ont été passées, et combien sont aujourd'hui dans chaque état.",
    roles: EVERYBODY,
    days: orderDays,
    figures: { orders: count('t.orders'), ...IN_STATE },
  }),
  sellers: report({
    name: 'sellers',
    title: 'Rapport des vendeurs',
    doc: 'Ce que chaque vendeur a vendu, sans la livraison, au jour du paiement.',
    days: sellerSales,
    of: {
      column: 'seller_profile_id',
      id: 'sellerProfileId',
      name: { key: 'businessName', table: sellerProfiles, column: 'business_name' },
    },
    figures: { orders: count('t.orders'), amount: amount('t.amount_minor') },
  }),
  products: report({
    name: 'products',
    title: 'Rapport des produits',
    doc: 'Pièces vendues de chaque produit et leur prix, sans la livraison, au jour du paiement.',
    days: productSales,
    of: { column: 'product_id', id: 'productId', name: { key: 'name', table: products, column: 'name' } },
    figures: { quantity: count('t.quantity'), amount: amount('t.amount_minor') },
  }),
  deliveries: report({
    name: 'deliveries',
    title: 'Rapport des livraisons',
    doc: `Livraisons au jour où elles ont été ouvertes ; failed : retournées ou en retour ; fees : frais de celles qui sont
      livrées ou retournées.`,
    roles: EVERYBODY,
    days: deliveryDays,
    figures: {
      count: count('t.deliveries'),
      delivered: count('t.delivered'),
      failed: count('t.failed'),
      fees: amount('t.fees_minor'),
    },
  }),
  subscriptions: report({
    name: 'subscriptions',
    title: 'Rapport des abonnements',
    doc: 'Paiements (amount) et ce qui en a été rendu, chacun à son jour ; abonnements commencés et finis.',
    days: subscriptionDays,
    figures: {
      started: count('t.started'),
      ended: count('t.ended'),
      amount: amount('t.paid_minor'),
      refunds: amount('t.returned_minor'),
      net: amount('t.paid_minor - t.returned_minor'),
    },
  }),
  refunds: report({
    name: 'refunds',
    title: 'Rapport des remboursements',
    doc: "Remboursements SUCCEEDED, au jour où l'acheteur a reçu l'argent.",
    days: refundDays,
    figures: MOVED,
  }),
  payouts: report({
    name: 'payouts',
    title: 'Rapport des versements',
    doc: "Retraits et versements de l'administration COMPLETED, au jour de leur arrivée.",
    days: payoutDays,
    figures: MOVED,
  }),
  expenses: report({
    name: 'expenses',
    title: 'Rapport des dépenses',
    doc: 'Dépenses APPROVED, au jour de incurredAt ; celle qui est annulée en est retirée au jour de reversedAt.',
    days: expenseDays,
    figures: MOVED,
  }),
}
