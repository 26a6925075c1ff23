import { ERASED_NAME, type Place } from './place.ts'

/** Wallet, earnings and withdrawals of a seller or rider: the payout number goes, the money's lines stay. */
export const EARNINGS: Place[] = [
  {
    table: 'wallets',
    by: 'owner_id',
    erase: 'payout_phone = NULL, payout_network = NULL, payout_country = NULL, payout_verified_at = NULL',
    shows: '-freeze_reason',
  },
  {
    table: 'wallet_entries',
    by: 'owner_id',
    shows: '*',
    order: ['created_at', 'rowid'],
  },
  {
    table: 'payouts',
    name: 'withdrawals',
    by: 'owner_id',
    shows: '-requested_by reason',
    order: ['created_at', 'id'],
  },
]

/** A rider's application, plate and last position. */
export const RIDER: Place[] = [
  {
    table: 'riders',
    by: 'id',
    erase:
      "availability = 'OFFLINE', vehicle_plate = NULL, lat = NULL, lng = NULL, located_at = NULL, updated_at = :now",
    shows: '*',
  },
]

/** A seller's identity, shops and contracts; sales stay in the books. */
export const SELLER: Place[] = [
  {
    table: 'shops',
    by: 'seller_profile_id',
    erase: `phone = NULL, email = NULL, logo_key = NULL, banner_key = NULL, name = 'Boutique effacée', skeleton = '',
      slug = 'efface-' || id, description = '', closure_note = '',
      address = json_object('country', address ->> 'country', 'city', address ->> 'city')`,
    shows: '-review_reason suspension_reason',
    files: ['logo_key', 'banner_key'],
    under: [
      {
        table: 'reviews',
        name: 'review_answers',
        by: 'shop_id',
        only: 'answer IS NOT NULL',
        erase: 'answer = NULL, answered_at = NULL',
        shows: 'id, answer, answered_at',
      },
    ],
  },
  {
    table: 'seller_profiles',
    by: 'id',
    erase: `business_name = '${ERASED_NAME}', rccm = NULL, id_nat = NULL, tax_number = NULL, contact_phone = '', address = '{}',
      updated_at = :now`,
    shows: '*',
  },
  {
    // The papers of this check are documents of the account. Its number stands on them, and is sealed here.
    table: 'kyc',
    by: 'seller_profile_id',
    erase: `legal_name = NULL, birth_date = NULL, id_type = NULL, sealed_id_number = NULL, key_version = NULL,
      id_expires_at = NULL, reason = NULL`,
    shows: '-sealed_id_number reason',
  },
  {
    table: 'subscriptions',
    by: 'seller_profile_id',
    shows: '*',
  },
  {
    table: 'subscription_payments',
    by: 'seller_profile_id',
    shows: '*',
  },
  {
    table: 'invoices',
    by: 'seller_profile_id',
    shows: '*',
  },
]

/** A seller's texts of products, their pictures, and why stock changed. */
export const CATALOGUE: Place[] = [
  {
    table: 'products',
    by: 'seller_profile_id',
    erase: "name = 'Produit effacé', slug = 'efface-' || id, description = '', brand = NULL",
    shows: '*',
    order: ['rowid'],
    under: [
      {
        table: 'product_images',
        by: 'product_id',
        erase: 'DROP',
        shows: '*',
        files: ['key'],
      },
      {
        table: 'variants',
        by: 'product_id',
        erase: "name = NULL, sku = NULL, attributes = '{}'",
        shows: '-proved sealed_stock sealed_moves',
        under: [
          {
            table: 'stock_movements',
            by: 'variant_id',
            only: 'stock_movements.reason IS NOT NULL',
            erase: 'reason = NULL',
            shows: 'id, variant_id, type, amount, iif(actor_id = :me, reason, NULL) AS reason, created_at',
          },
        ],
      },
    ],
  },
  {
    table: 'product_imports',
    by: 'seller_profile_id',
    erase: "errors = '[]'",
    shows: '*',
    order: ['created_at', 'rowid'],
    under: [{ table: 'product_import_lines', by: 'import_id', erase: 'DROP', shows: '*' }],
  },
]
