import { count, first } from '#testing/fixtures/database.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { expectLaws } from '#testing/laws.ts'
import { movementsOf } from '#testing/sandbox.ts'
import type { Facts } from './story.ts'

/** Everything that the story did is there, each exactly once, nothing is left to do, and all laws hold. */
export async function auditStory({
  email,
  buyerEmail,
  phones,
  shopId,
  orderId,
  variantId,
  currency,
}: Facts): Promise<void> {
  const profile = await first<{ id: string }>(
    'SELECT p.id FROM seller_profiles p JOIN users u ON u.id = p.user_id WHERE u.email = ?',
    email,
  )
  const id = profile?.id ?? ''
  const history = (event: string) => count('history WHERE thing_id = ? AND event = ?', orderId, event)
  const found = {
    accounts: await count('users WHERE email IN (?, ?)', email, buyerEmail),
    subscriptions: await count("subscriptions WHERE seller_profile_id = ? AND status = 'ACTIVE'", id),
    invoices: await count('invoices WHERE seller_profile_id = ?', id),
    shops: await count('shops WHERE seller_profile_id = ?', id),
    products: await count('products WHERE shop_id = ?', shopId),
    orders: await count('orders WHERE shop_id = ?', shopId),
    completed: await count("orders WHERE id = ? AND status = 'COMPLETED' AND payment_status = 'PAID'", orderId),
    paid: await history('pay'),
    accepted: await history('accept'),
    delivered: await history('deliver'),
    payouts: await count('payouts WHERE owner_id = ?', id),
    withdrawn: await count("payouts WHERE owner_id = ? AND status = 'COMPLETED'", id),
    left: await balance(`seller:${id}:available`, currency),
    stock: (await first<{ stock: number }>('SELECT stock FROM variants WHERE id = ?', variantId))?.stock,
    atTheGateways: (
      await Promise.all(Object.values(phones).map(async (phone) => (await movementsOf(phone)).length))
    ).join(),
    unsent: await count("outbox WHERE status = 'PENDING'"),
    underWay: await count("gateway_transactions WHERE status = 'pending'"),
  }
  const wrong = Object.entries(ONCE).filter(([name, wanted]) => found[name as keyof typeof found] !== wanted)
  if (wrong.length > 0)
    throw new Error(
      wrong.map(([name, wanted]) => `${name} ${found[name as keyof typeof found]}, not ${wanted}`).join('; '),
    )
  await expectLaws()
}

const ONCE = {
  accounts: 2,
  subscriptions: 1,
  invoices: 1,
  shops: 1,
  products: 1,
  orders: 1,
  completed: 1,
  paid: 1,
  accepted: 1,
  delivered: 1,
  payouts: 1,
  withdrawn: 1,
  left: 0,
  stock: 8,
  atTheGateways: '1,1,1',
  unsent: 0,
  underWay: 0,
}
