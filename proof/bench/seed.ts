import { scryptSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export const PASSWORD = 'Bench-2026-marche'
export const SELLERS = 40
/** As many as find room for the orders of a whole run: each has ten unpaid ones at most. */
export const BUYERS = 256
const CATEGORIES = 10
const SUBCATEGORIES = 5
/** Products that the rare word is in, whatever the size of the table: a search for it reads as much in each. */
const RARE_MATCHES = 40

const uuid = (kind: number, n: number | string) =>
  `printf('0000000${kind}-0000-7000-8000-%012x', ${typeof n === 'number' ? n : `(${n})`})`
/** The id of a seeded thing, as the statements below write it. A time stamp of zero: no id made by a request looks so. */
const id = (kind: number, n: number) => `0000000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const KIND = { user: 1, profile: 2, shop: 3, category: 4, subcategory: 5, product: 6, variant: 7 } as const
export const variantId = (product: number) => id(KIND.variant, product * 4)
export const productId = (product: number) => id(KIND.product, product)
export const sellerOfProduct = (product: number) => product % SELLERS
export const profileId = (seller: number) => id(KIND.profile, seller)
export const shopId = (seller: number) => id(KIND.shop, seller)
export const categoryId = (n: number) => id(KIND.category, n)
export const userId = (n: number) => id(KIND.user, n)
/** Users are numbered: the sellers, then the buyers, admins (one alone would meet the limit of an account), riders, who fills a cart, and those who only sign in. */
export const ADMIN = SELLERS + BUYERS
export const ADMINS = 8
export const RIDER = ADMIN + ADMINS
export const RIDERS = 8
export const SHOPPER = RIDER + RIDERS
/** Each orders one cart. */
export const SHOPPERS = 640
/** Number of people who act. */
export const PEOPLE = SHOPPER + SHOPPERS
export const LOGINS = 16
/** The order that a buyer completed, about which its seller wrote. */
export const orderId = (buyer: number) => `order-${buyer}-completed`
/** The one order that somebody completed who fills a cart now, and their telephone. */
export const shopperNumber = (shopper: number) => `CMD-2024-${String(shopper + 1).padStart(6, '0')}`
export const shopperPhone = (shopper: number) => `24399${String(shopper).padStart(7, '0')}`
export const emailOf = (user: number) => `p${user}@bench.example`

/**
 * A database file of this many products on sale, each with its variants and pictures, as the migrations make it. Bulk
 * statements, but through the same triggers as the service's own writes: the counters and the full-text tables are right.
 */
export function seed(file: string, products: number): void {
  const db = new DatabaseSync(file)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA temp_store = MEMORY',
  )
  for (const name of readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort())
    db.exec(readFileSync(`migrations/${name}`, 'utf8'))
  db.exec('BEGIN')
  for (const statement of seedStatements(products)) db.exec(statement)
  db.exec('COMMIT')
  db.close()
}

/** The statements that put the people and this many products (400 at least) into an empty database, in their order. */
export const seedStatements = (products: number): string[] => [...people(), ...goods(products)]

const count = (most: number) => `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${most})`
const DAY_MS = 86_400_000
const now = Date.now()

/** People who only sign in have the cost of production; the others are signed in before anything is measured. */
function record(cost: number): string {
  const salt = Buffer.alloc(16, 7)
  const hash = scryptSync(PASSWORD, salt, 32, { N: cost, r: 8, p: 5 })
  return ['scrypt', cost, 8, 5, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

function people(): string[] {
  return [
    `${count(PEOPLE + LOGINS)} INSERT INTO users (id, name, email, email_verified_at, phone, phone_verified_at, role, password_hash, created_at, updated_at)
      SELECT ${uuid(KIND.user, 'i')}, 'Personne ' || i, 'p' || i || '@bench.example', ${now},
        iif(i BETWEEN ${SHOPPER} AND ${PEOPLE - 1}, printf('24399%07d', i - ${SHOPPER}), NULL), iif(i BETWEEN ${SHOPPER} AND ${PEOPLE - 1}, ${now}, NULL),
        CASE WHEN i < ${SELLERS} THEN 'SELLER' WHEN i BETWEEN ${ADMIN} AND ${RIDER - 1} THEN 'ADMIN'
          WHEN i BETWEEN ${RIDER} AND ${SHOPPER - 1} THEN 'RIDER' ELSE 'BUYER' END,
        iif(i >= ${PEOPLE}, '${record(2 ** 14)}', '${record(2 ** 10)}'), ${now}, ${now} FROM n`,
    `INSERT INTO plans (id, slug, name, max_products, max_photos_per_product, max_shops, created_at, updated_at)
      VALUES ('plan', 'plan', 'Plan', 1000000, 10, 2, ${now}, ${now})`,
    `${count(SELLERS)} INSERT INTO seller_profiles (id, user_id, business_name, business_type, contact_phone, address, created_at, updated_at)
      SELECT ${uuid(KIND.profile, 'i')}, ${uuid(KIND.user, 'i')}, 'Commerce ' || i, 'INDIVIDUAL', '243810000001', '{}', ${now}, ${now} FROM n`,
    `${count(SELLERS)} INSERT INTO subscriptions (id, seller_profile_id, plan_id, billing_cycle, currency, status, created_at, updated_at)
      SELECT 'subscription' || i, ${uuid(KIND.profile, 'i')}, 'plan', 'YEARLY', 'USD', 'ACTIVE', ${now}, ${now} FROM n`,
    `INSERT INTO delivery_zones (id, name, country, city, folded_city, lat, lng, radius_km, fee_minor, fee_currency, created_at)
      VALUES ('zone', 'Bukavu', 'CD', 'Bukavu', 'bukavu', -2.5, 28.86, 20, 250, 'USD', ${now})`,
    // One half without zones.
    `${count(RIDERS)} INSERT INTO riders (id, user_id, status, availability, vehicle_type, zones, lat, lng, located_at, created_at, updated_at)
      SELECT 'rider' || i, ${uuid(KIND.user, `${RIDER} + i`)}, 'ACTIVE', 'ONLINE', 'MOTO', iif(i % 2, '["zone"]', '[]'), -2.5, 28.86, ${now}, ${now}, ${now} FROM n`,
    `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, created_at)
      VALUES ('rate', 'USD', 'CDF', 2800000000, 'MANUAL', ${now}, ${now})`,
    `${count(SELLERS)} INSERT INTO shops (id, seller_profile_id, name, slug, description, address, folded_city, opening_hours, currency,
        delivery_methods, status, published_at, created_at, updated_at)
      SELECT ${uuid(KIND.shop, 'i')}, ${uuid(KIND.profile, 'i')}, 'Boutique ' || i, 'boutique-' || i, 'Produits du Kivu', '{"country":"CD","city":"Bukavu"}',
        'bukavu', '[]', 'USD', '["DELIVERY","PICKUP"]', 'PUBLISHED', ${now}, ${now}, ${now} FROM n`,
    // A buyer who completed an order before may have ten that are not paid.
    `${count(BUYERS)} INSERT INTO orders (id, number, buyer_id, shop_id, seller_profile_id, status, payment_status, fulfillment_method,
        payment_method, currency, paid_currency, subtotal_minor, delivery_fee_minor, total_minor, created_at, updated_at)
      SELECT 'order-' || i || '-completed', 'CMD-0-' || i, ${uuid(KIND.user, `${SELLERS} + i`)}, ${uuid(KIND.shop, `i % ${SELLERS}`)}, ${uuid(KIND.profile, `i % ${SELLERS}`)}, 'COMPLETED',
        'PAID', 'PICKUP', 'MOBILE_MONEY', 'USD', 'USD', 100, 0, 100, ${now}, ${now} FROM n`,
    // The oldest of all.
    `${count(SHOPPERS)} INSERT INTO orders (id, number, buyer_id, shop_id, seller_profile_id, status, payment_status, fulfillment_method,
        payment_method, currency, paid_currency, subtotal_minor, delivery_fee_minor, total_minor, created_at, updated_at)
      SELECT 'first-order-' || i, printf('CMD-2024-%06d', i + 1), ${uuid(KIND.user, `${SHOPPER} + i`)}, ${uuid(KIND.shop, 1)}, ${uuid(KIND.profile, 1)},
        'COMPLETED', 'PAID', 'PICKUP', 'MOBILE_MONEY', 'USD', 'USD', 100, 0, 100, ${now - 400 * DAY_MS} + i, ${now} FROM n`,
    `${count(CATEGORIES)} INSERT INTO categories (id, name, folded_name, slug, sort_order, created_at)
      SELECT ${uuid(KIND.category, 'i')}, 'Rayon ' || i, 'rayon ' || i, 'rayon-' || i, i, ${now} FROM n`,
    `${count(CATEGORIES * SUBCATEGORIES)} INSERT INTO subcategories (id, category_id, name, folded_name, slug, sort_order, created_at)
      SELECT ${uuid(KIND.subcategory, 'i')}, ${uuid(KIND.category, `i % ${CATEGORIES}`)}, 'Sous-rayon ' || i, 'sous-rayon ' || i, 'sous-rayon-' || i, i, ${now} FROM n`,
  ]
}

const WORDS = [
  'Savon',
  'Farine',
  'Riz',
  'Huile',
  'Sucre',
  'Lampe',
  'Marmite',
  'Cahier',
  'Chemise',
  'Panier',
  'Miel',
  'Haricots',
]
const word = (i: string) => `json_extract('${JSON.stringify(WORDS)}', '$[' || ((${i}) % ${WORDS.length}) || ']')`

function goods(products: number): string[] {
  const ofBuyer = `'order-' || (i % ${BUYERS}) || '-completed'`
  const rare = `i % ${Math.floor(products / RARE_MATCHES)} = 3`
  return [
    `${count(products)} INSERT INTO products (id, shop_id, seller_profile_id, category_id, subcategory_id, name, slug, description, brand,
        currency, status, moderation_status, published_at, created_at, updated_at)
      SELECT ${uuid(KIND.product, 'i')}, ${uuid(KIND.shop, `i % ${SELLERS}`)}, ${uuid(KIND.profile, `i % ${SELLERS}`)},
        ${uuid(KIND.category, `i / 3 % ${CATEGORIES}`)}, ${uuid(KIND.subcategory, `i / 3 % ${CATEGORIES * SUBCATEGORIES}`)},
        ${word('i')} || iif(i % 20 = 7, ' café', '') || iif(${rare}, ' kitenge', '') || ' ' || i, 'produit-' || i,
        'Un produit du marché de Bukavu, de bonne qualité, vendu par ' || (i % ${SELLERS}) || ' avec ' || ${word('i / 7')} || ' et livré partout dans la ville.',
        'Marque ' || (i % 30), 'USD', 'PUBLISHED', 'APPROVED', ${now}, ${now - DAY_MS} - (${products} - i) * 1000, ${now} FROM n`,
    // Two variants, and a third for each third product. A thousand products after each other cost the same: what was recorded
    // of an order holds for the next product too.
    `${count(products)} INSERT INTO variants (id, product_id, name, attributes, sku, price_minor, stock, is_default, position, created_at, updated_at)
      SELECT ${uuid(KIND.variant, 'i * 4 + v.value')}, ${uuid(KIND.product, 'i')}, 'Taille ' || v.value, '{"taille":"' || v.value || '"}', 'SKU-' || v.value,
        500 + i / 1000 % 1000 + v.value, 1000000, v.value = 0, v.value, ${now}, ${now}
      FROM n CROSS JOIN json_each('[0,1,2]') v WHERE v.value < 2 OR i % 3 = 0`,
    `${count(products)} INSERT INTO product_images (id, product_id, key, content_type, position, created_at)
      SELECT 'image' || i || '-' || v.value, ${uuid(KIND.product, 'i')}, 'products/' || i || '/' || v.value || '.jpg', 'image/jpeg', v.value, ${now}
      FROM n CROSS JOIN json_each('[0,1]') v`,
    'UPDATE products SET visible = 1',
    // As many parcels as products, a minute after each other, over a degree around the market; one of ten waits, and of these one of three is of the zone.
    `${count(products)} INSERT INTO orders (id, number, buyer_id, shop_id, seller_profile_id, status, payment_status, fulfillment_method,
        payment_method, currency, paid_currency, subtotal_minor, delivery_fee_minor, total_minor, created_at, updated_at)
      SELECT 'parcel' || i, 'CMD-1-' || i, ${uuid(KIND.user, `${SELLERS} + i % ${BUYERS}`)}, ${uuid(KIND.shop, `i % ${SELLERS}`)}, ${uuid(KIND.profile, `i % ${SELLERS}`)},
        iif(i % 10, 'COMPLETED', 'READY_FOR_PICKUP'), 'PAID', 'DELIVERY', 'MOBILE_MONEY', 'USD', 'USD', 100, 250, 350, ${now} - i * 60000, ${now} FROM n`,
    `${count(products)} INSERT INTO deliveries (id, order_id, status, rider_id, pickup, dropoff, zone_id, lat, lng, fee_minor, rider_earning_minor,
        currency, created_at, updated_at)
      SELECT 'job' || i, 'parcel' || i, iif(i % 10, 'DELIVERED', 'UNASSIGNED'), iif(i % 10, 'rider' || (i % ${RIDERS}), NULL),
        '{"name":"Boutique","phone":null,"address":null}', '{"name":"Client","phone":null,"address":null}', iif(i / 10 % 3, NULL, 'zone'),
        -2.5 + (i / 10 * 37 % 101 - 50) / 100.0, 28.86 + (i / 10 * 53 % 103 - 51) / 100.0, 250, 200, 'USD', ${now} - i, ${now} FROM n`,
    // As many expenses as products, over the year until now.
    `${count(products)} INSERT INTO expenses (id, label, category, amount_minor, currency, incurred_at, day, vendor, status, created_by, created_at, updated_at)
      SELECT 'expense' || i, 'Dépense ' || i, json('["RENT","FUEL","TELECOM","OTHER"]') ->> (i / 3 % 4), 100 + i % 9000,
        json('["USD","CDF","RWF"]') ->> (i % 3), at, date((at + 7200000) / 1000, 'unixepoch'), 'Fournisseur ' || (i % 50),
        json('["PENDING","APPROVED","REJECTED"]') ->> (i / 12 % 3), 'x', ${now}, ${now}
      FROM (SELECT i, ${now} - i % 365 * 86400000 - i % 80000 * 1000 AS at FROM n)`,
    // As many transfers as products, and as many movements of gateway B, over the year until now.
    `${count(products)} INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
      SELECT 'transfer' || i, 'charge:paid', 'movement' || i, 'gatewayB:clearing', 'platform:charges', 100 + i % 9000,
        json('["USD","CDF","RWF"]') ->> (i % 3), ${now} - (${products} - i) * (31536000000 / ${products}) FROM n`,
    `${count(products)} INSERT INTO gateway_transactions (id, gateway, kind, purpose, subject_id, reference, status, amount_minor, currency, phone,
        network, country, sent_at, final_at, reached_at, created_at, updated_at)
      SELECT 'movement' || i, 'B', iif(i % 3, 'payin', 'payout'), 'CHARGE', 'subject' || i, 'movement' || i,
        json('["succeeded","failed","expired","reversed"]') ->> (i / 3 % 4), 100 + i % 9000, 'CDF', '243810000000', 'vodacom', 'CD', at, at, '{}', at, at
      FROM (SELECT i, ${now} - (${products} - i) * (31536000000 / ${products}) AS at FROM n)`,
    // As many messages as products: of the sellers to the buyers, who have not read them.
    `${count(products)} INSERT INTO messages (id, order_id, channel, position, sender_id, recipient_id, sender_role, client_message_id, body,
        to_buyer, to_other, created_at)
      SELECT 'message' || i, ${ofBuyer}, 'BUYER_SELLER', i / ${BUYERS} + 1, ${uuid(KIND.user, `i % ${BUYERS} % ${SELLERS}`)}, ${uuid(KIND.user, `${SELLERS} + i % ${BUYERS}`)},
        'SELLER', 'm' || i, 'Votre commande est prête.', i / ${BUYERS} + 1, 0, ${now} FROM n`,
    `INSERT INTO conversations (order_id, channel, user_id, shown_to, total, received, seen, last_message_id, last_at)
      SELECT m.order_id, m.channel, p.value, p.value, m.position, iif(p.value = m.recipient_id, m.position, 0), 0, m.id, m.created_at
      FROM messages m CROSS JOIN json_each(json_array(m.sender_id, m.recipient_id)) p
      WHERE NOT EXISTS (SELECT 1 FROM messages l WHERE l.order_id = m.order_id AND l.channel = m.channel AND l.position > m.position)`,
    // Each buyer has a cart of ten lines from each of five shops.
    `${count(PEOPLE)} INSERT INTO cart_items (id, user_id, variant_id, quantity, seen_price_minor, seen_currency, created_at, updated_at)
      SELECT 'line' || i || '-' || v.id, ${uuid(KIND.user, 'i')}, v.id, 1, v.price_minor, 'USD', ${now}, ${now}
      FROM n CROSS JOIN variants v ON v.product_id IN (SELECT p.id FROM products p WHERE p.id < ${uuid(KIND.product, 10 * SELLERS)})
        AND v.is_default AND (SELECT p.shop_id FROM products p WHERE p.id = v.product_id) < ${uuid(KIND.shop, 5)}
      WHERE i BETWEEN ${SELLERS} AND ${ADMIN - 1} OR i >= ${SHOPPER}`,
    // Thirty products and ten shops of each buyer.
    `${count(BUYERS)} INSERT INTO favorites (id, user_id, type, target_id, created_at)
      SELECT 'favorite' || i || '-' || v.value, ${uuid(KIND.user, `${SELLERS} + i`)}, iif(v.value < 30, 'PRODUCT', 'SHOP'),
        iif(v.value < 30, ${uuid(KIND.product, `(i * 30 + v.value) % ${products}`)}, ${uuid(KIND.shop, 'v.value')}), ${now} + v.value
      FROM n CROSS JOIN json_each('${JSON.stringify([...Array(40).keys()])}') v`,
  ]
}
