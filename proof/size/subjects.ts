import { DatabaseSync } from 'node:sqlite'

export type Subjects = Record<string, string>

/** Things of a filled database that requests are about: of its busiest shop, buyer and rider. */
const SUBJECTS: Record<string, string> = {
  admin: `SELECT email FROM users WHERE role = 'ADMIN' ORDER BY id DESC LIMIT 1`,
  finance: `SELECT email FROM users WHERE role = 'ACCOUNTANT' LIMIT 1`,
  support: `SELECT email FROM users WHERE role = 'SUPPORT' LIMIT 1`,
  sellerProfile: `SELECT f.id FROM seller_profiles f JOIN users u ON u.id = f.user_id WHERE u.email = 'seller0@fill.example'`,
  account: `SELECT 'seller:' || $sellerProfile || ':available'`,
  shop: `SELECT s.id FROM shops s JOIN seller_profiles f ON f.id = s.seller_profile_id JOIN users u ON u.id = f.user_id WHERE u.email = 'seller0@fill.example'`,
  shopSlug: `SELECT slug FROM shops WHERE id = $shop`,
  product: `SELECT id FROM products WHERE shop_id = $shop ORDER BY id LIMIT 1`,
  slug: `SELECT slug FROM products WHERE id = $product`,
  variant: `SELECT id FROM variants WHERE product_id = $product LIMIT 1`,
  category: `SELECT category_id FROM products WHERE id = $product`,
  user: `SELECT id FROM users WHERE email = 'buyer0@fill.example'`,
  order: `SELECT id FROM orders WHERE buyer_id = $user AND status = 'COMPLETED' ORDER BY id DESC LIMIT 1`,
  number: `SELECT number FROM orders WHERE id = $order`,
  checkout: `SELECT checkout_id FROM orders WHERE id = $order`,
  orderOfShop: `SELECT id FROM orders WHERE shop_id = $shop AND status = 'COMPLETED' ORDER BY id DESC LIMIT 1`,
  movement: `SELECT w.payin_id FROM payin_shares w WHERE w.order_id = $order`,
  transfer: `SELECT id FROM transfers WHERE ref = $movement`,
  rider: `SELECT r.id FROM riders r JOIN users u ON u.id = r.user_id WHERE u.email = 'rider0@fill.example'`,
  delivery: `SELECT id FROM deliveries WHERE rider_id = $rider AND status = 'DELIVERED' ORDER BY id DESC LIMIT 1`,
  refund: `SELECT id FROM refunds ORDER BY id DESC LIMIT 1`,
  invoice: `SELECT id FROM invoices WHERE seller_profile_id = $sellerProfile`,
  plan: `SELECT id FROM plans LIMIT 1`,
  subscription: `SELECT id FROM subscriptions WHERE seller_profile_id = $sellerProfile`,
  phone: `SELECT phone FROM users WHERE id = $user`,
  name: `SELECT name FROM users WHERE id = $user`,
}

/** Finds the subjects of a filled database. @throws if it has none of a kind */
export function findSubjects(file: string): Subjects {
  const db = new DatabaseSync(file, { readOnly: true })
  const found: Subjects = {}
  for (const [name, sql] of Object.entries(SUBJECTS)) {
    const used = Object.fromEntries([...sql.matchAll(/\$(\w+)/g)].map(([, key = '']) => [key, found[key] ?? '']))
    const [value] = Object.values(db.prepare(sql).get(used) ?? {})
    if (value === undefined) throw new Error(`the database has no ${name}: npm run fill makes one that has`)
    found[name] = String(value)
  }
  db.close()
  return found
}
