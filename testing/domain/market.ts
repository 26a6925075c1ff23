// The service has all tables, and each says what its constraints mean.
import '#db/schema/catalogue/variants.ts'
import { NOW, type TestDomain } from './domain.ts'

export const EMAIL = 'buyer@soko.test'
/** The second address of whoever has one. */
export const SECOND_EMAIL = 'second@soko.test'
/** An address that nobody has. */
export const UNKNOWN_EMAIL = 'stranger@soko.test'

const USER = { role: 'BUYER', created_at: NOW, updated_at: NOW }
const PHONES: Record<string, string> = { buyer: '243810000001', seller: '243810000002', rider: '243810000003' }

/** Adds an ADMIN in office, who works for the market. */
export const addAdmin = ({ add }: TestDomain, id = 'admin') =>
  add('users', { ...USER, id, name: id, email: `${id}@soko.test`, role: 'ADMIN' })

/** A buyer, a seller with a published shop and one product of two variants (10 and 2 in stock), and a rider. */
export function addMarket({ add, run }: TestDomain): void {
  for (const id of ['buyer', 'seller', 'rider']) {
    add('users', { id, name: id, email: `${id}@soko.test`, phone: PHONES[id], ...USER })
  }
  const at = { created_at: NOW, updated_at: NOW }
  const address = JSON.stringify({ country: 'CD', city: 'Bukavu' })
  const profile = { business_name: 'Kivu', business_type: 'INDIVIDUAL', contact_phone: '243810000002', address }
  add('seller_profiles', { id: 'sp', user_id: 'seller', ...profile, ...at })
  const shop = { name: 'Kivu', slug: 'kivu', address, opening_hours: '[]', currency: 'USD', delivery_methods: '[]' }
  add('shops', { id: 'shop', seller_profile_id: 'sp', ...shop, status: 'PUBLISHED', ...at })
  add('riders', { id: 'rd', user_id: 'rider', status: 'ACTIVE', vehicle_type: 'MOTO', zones: '[]', ...at })
  add('categories', { id: 'cat', name: 'Café', folded_name: 'cafe', slug: 'cafe', created_at: NOW })
  add('subcategories', {
    id: 'sub',
    category_id: 'cat',
    name: 'Tout',
    folded_name: 'tout',
    slug: 'tout',
    created_at: NOW,
  })
  const product = {
    shop_id: 'shop',
    seller_profile_id: 'sp',
    category_id: 'cat',
    subcategory_id: 'sub',
    currency: 'USD',
  }
  add('products', { id: 'prod', ...product, name: 'Café', slug: 'cafe', description: '', ...at })
  for (const [position, [id, stock]] of [['v1', 10] as const, ['v2', 2] as const].entries()) {
    add('variants', { id, product_id: 'prod', price_minor: 500, position, ...at })
    add('stock_movements', { id: `in-${id}`, variant_id: id, type: 'RESTOCK', amount: stock, created_at: NOW })
  }
  run("UPDATE users SET role = 'SELLER' WHERE id = 'seller'")
}

/** The seller's subscription, to a plan of so many products, of so many pictures each. */
export function addPlan({ add }: TestDomain, products: number, photos: number): void {
  const at = { created_at: NOW, updated_at: NOW }
  const most = { max_products: products, max_photos_per_product: photos, max_shops: 9 }
  add('plans', { id: 'plan', slug: 'plan', name: 'Plan', ...most, ...at })
  const cycle = { billing_cycle: 'MONTHLY', currency: 'USD', current_period_start: NOW, current_period_end: NOW + 1e9 }
  add('subscriptions', { id: 'su', seller_profile_id: 'sp', plan_id: 'plan', ...cycle, status: 'ACTIVE', ...at })
}

/** A picture of the product, which shows it at this place. */
export const addPicture = ({ add }: TestDomain, id: string, position: number): void =>
  add('product_images', {
    id,
    key: `${id}.jpg`,
    product_id: 'prod',
    content_type: 'image/jpeg',
    position,
    created_at: NOW,
  })

/** Adds the market, whose people have all proved their addresses. */
export function addProvenPeople(domain: TestDomain): void {
  addMarket(domain)
  domain.run('UPDATE users SET email_verified_at = 1')
}

/** Mails to this address, the oldest first. */
export const mailsTo = ({ rows }: TestDomain, email: string) =>
  rows<Record<'channel' | 'kind' | 'subject' | 'body' | 'status', string>>(
    'SELECT channel, kind, subject, body, status FROM outbox WHERE recipient = ? ORDER BY rowid',
    email,
  )
