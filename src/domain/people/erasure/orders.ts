import { ERASED_NAME, type Place } from './place.ts'

/** Lines of an order: they stay, with the names of products sold. */
const LINES: Place = {
  table: 'order_items',
  by: 'order_id',
  shows: '*',
}

const MOVES = 'thing_id, thing, event, from_status, to_status, iif(actor_id = :me, reason, NULL) AS reason, at'
const HISTORY: Place = {
  table: 'history',
  by: 'thing_id',
  erase: 'reason = NULL',
  if: 'reason IS NOT NULL',
  shows: MOVES,
}

/** The reasons that one side gave for ending orders: in the order, its refund and the histories of both. */
const reasonsOf = (by: 'buyer_id' | 'seller_profile_id', only: string, words: string): Place => ({
  table: 'orders',
  name: 'reasons',
  by,
  only,
  erase: 'cancellation_reason = NULL, rejection_reason = NULL',
  shows: `id, ${words}`,
  order: ['created_at', 'rowid'],
  under: [
    HISTORY,
    {
      table: 'refunds',
      by: 'order_id',
      erase: 'reason = NULL',
      if: 'reason IS NOT NULL',
      shows: 'id, order_id, amount_minor, currency, kind, status, created_at',
      under: [{ ...HISTORY, name: 'refund_history' }],
    },
  ],
})

/** Orders that an account bought, with their payments; they stay for the books. */
export const BOUGHT: Place[] = [
  reasonsOf('buyer_id', "orders.cancelled_by = 'BUYER'", 'cancellation_reason'),
  {
    table: 'orders',
    name: 'orders_bought',
    by: 'buyer_id',
    erase: 'delivery_address = NULL, recipient = NULL, note = NULL',
    if: 'delivery_address IS NOT NULL OR recipient IS NOT NULL OR note IS NOT NULL',
    shows: '-cancellation_reason rejection_reason commission_minor sealed_in sealed_place sealed_payers unsealed_at',
    order: ['created_at', 'rowid'],
    under: [
      LINES,
      {
        table: 'deliveries',
        by: 'order_id',
        erase: `dropoff = json_object('name', '${ERASED_NAME}', 'phone', NULL, 'address', NULL)`,
        shows: '-pickup rider_id failure_reason rider_earning_minor',
        under: [
          {
            table: 'documents',
            name: 'delivery_photos',
            by: 'subject_id',
            only: "documents.kind = 'PROOF'",
            erase: 'DROP',
            shows: '-owner_id',
            files: ['key'],
          },
        ],
      },
      {
        table: 'payin_shares',
        by: 'order_id',
        shows: '*',
        under: [
          {
            table: 'gateway_transactions',
            name: 'payments',
            by: 'id',
            of: 'payin_id',
            shows: '-phone failure_message external_id original_reference',
          },
        ],
      },
    ],
  },
]

/** Orders that a seller sold, without what is the buyer's. */
export const SOLD: Place[] = [
  reasonsOf(
    'seller_profile_id',
    "orders.cancelled_by = 'SELLER' OR orders.status = 'REJECTED'",
    "iif(cancelled_by = 'SELLER', cancellation_reason, NULL) AS cancellation_reason, iif(status = 'REJECTED', rejection_reason, NULL) AS rejection_reason",
  ),
  {
    table: 'orders',
    name: 'orders_sold',
    by: 'seller_profile_id',
    shows:
      '-buyer_id delivery_address recipient note cancellation_reason rejection_reason checkout_id zone_id sealed_in sealed_place sealed_payers unsealed_at',
    order: ['created_at', 'rowid'],
    under: [
      LINES,
      {
        table: 'deliveries',
        name: 'deliveries_sold',
        by: 'order_id',
        erase: "pickup = json_set(pickup, '$.name', 'Boutique effacée', '$.phone', NULL, '$.address', NULL)",
        shows: '-dropoff rider_id lat lng failure_reason rider_earning_minor zone_id',
      },
    ],
  },
]

/** Deliveries that a rider carried, without names, addresses and numbers of others. */
export const RIDES: Place[] = [
  {
    table: 'deliveries',
    name: 'rides',
    by: 'rider_id',
    shows: '-pickup dropoff lat lng failure_reason',
    order: ['created_at', 'rowid'],
  },
]
