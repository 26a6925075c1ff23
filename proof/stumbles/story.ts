import { minuteCronAfter } from '#testing/clock.ts'
import { freshEmail, freshPhone, orderBody, PROFILE, SHOP, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { productForm } from '#testing/fixtures/products.ts'
import { approve, codeFor, inbox } from '#testing/sandbox.ts'
import { act, ask, read, type Signed } from './client.ts'
import { listening } from './database.ts'

const PASSWORD = 'Kivu-2026-lac'
const MINUTE = 60_000

/** Everything that is there before a story begins. */
export type Stage = { planId: string; subcategoryId: string; rider: { token: string } }
export type Facts = Awaited<ReturnType<typeof tellStory>>

/** The person with the phone says yes; what the gateway then calls is a request like any other. */
const approveOn = (phone: string) => listening(() => approve(phone))
const tick = () => listening(() => minuteCronAfter(MINUTE))

/** A code that was sent since, or that comes with the next tick. */
async function codeAfter(to: string, send: () => Promise<unknown>): Promise<string> {
  const before = (await inbox(to)).length
  await send()
  for (let ticks = 0; (await inbox(to)).length === before && ticks < 3; ticks++) await tick()
  return codeFor(to)
}

async function join(email: string, role: string): Promise<NonNullable<Signed>> {
  const account = { name: 'Aline Bahati', email, password: PASSWORD, role }
  const signIn = async () => {
    const { data } = await ask(null, 'POST', '/auth/login/password', { email, password: PASSWORD })
    return data?.accessToken && { token: data.accessToken }
  }
  const code = await codeAfter(email, () => act({ as: null, path: '/auth/create-account', body: account }))
  await act({ as: null, path: '/auth/verify-email', body: { email, code }, look: signIn })
  const { accessToken, token = accessToken } = await act({
    as: null,
    path: '/auth/login/password',
    body: { email, password: PASSWORD },
  })
  return { token }
}

/** Until something of ours shows that it is so; a tick asks gateways and sends what was left. */
async function until<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
  for (let ticks = 0; ticks < 5; ticks++) {
    const found = await look()
    if (found) return found
    await tick()
  }
  throw new Error(`it never came to this: ${what}`)
}

/** The main job from end to end: join, subscribe, open, sell, order, pay, accept, deliver, withdraw. */
export async function tellStory({ planId, subcategoryId, rider }: Stage) {
  const email = freshEmail('seller')
  const seller = await join(email, 'SELLER')
  await act({ as: seller, path: '/seller/profile', body: PROFILE })
  const paysPlan = freshPhone()
  const mine = () => read(seller, '/subscriptions/me')
  await act({
    as: seller,
    path: '/subscriptions',
    body: subscriptionBody(planId, paysPlan),
    look: async () => (await mine()).subscription,
  })
  await approveOn(paysPlan)
  await until(async () => (await mine()).subscription?.status === 'ACTIVE', 'subscribed')
  const shop = await act({ as: seller, path: '/seller/shop', body: SHOP })
  await act({ as: seller, path: `/seller/shop/${shop.id}/publish` })
  const form = productForm({ shopId: shop.id } as never, { categoryId: '', subcategoryId })
  const product = await act({ as: seller, path: '/products', body: form })
  const variantId = product.variants[0].id
  await act({ as: seller, path: `/products/${product.id}/status`, body: { status: 'PUBLISHED' } })

  const buyerEmail = freshEmail('buyer')
  const buyer = await join(buyerEmail, 'BUYER')
  const pays = freshPhone()
  const wish = orderBody({ seller: { shopId: shop.id }, variantId }, { quantity: 2, payerPhoneNumber: pays })
  const order = await act({ as: buyer, path: '/orders', body: wish })
  await approveOn(pays)
  await until(async () => (await read(buyer, `/orders/${order.id}`)).paymentStatus === 'PAID', 'paid')

  const step = (as: Signed, action: string, body?: unknown) => act({ as, path: `/orders/${order.id}/${action}`, body })
  await step(seller, 'accept', {})
  await step(seller, 'prepare')
  const { pickupCode, delivery } = await step(seller, 'ready')
  const carry = (action: string, body?: unknown) =>
    act({ as: rider, path: `/deliveries/${delivery.id}/${action}`, body })
  await carry('accept')
  await carry('pickup', { code: pickupCode })
  await carry('deliver', { code: (await read(buyer, `/orders/${order.id}/tracking`)).dropoffCode })
  await step(buyer, 'confirm-receipt')

  const earns = freshPhone()
  const number = { phoneNumber: earns, network: 'vodacom', countryCode: 'CD' }
  const base = '/wallet/settings/payout-number'
  const smsCode = await codeAfter(earns, () => act({ as: seller, path: `${base}/request`, body: number }))
  await act({ as: seller, path: `${base}/confirm`, body: { code: smsCode } })
  const { balances } = await read(seller, '/wallet')
  const { currency, available: amount } = balances.find(({ available }: { available: string }) => Number(available) > 0)
  const otpCode = await codeAfter(email, () => act({ as: seller, path: '/payout/otp', body: { currency, amount } }))
  await act({ as: seller, path: '/wallet/payout', body: { currency, amount, otpCode } })
  await until(async () => {
    // A message that the act could not send goes with a tick, and waits on the phone only then.
    await approveOn(earns)
    return (await read(seller, '/wallet/payouts')).payouts[0]?.status === 'COMPLETED'
  }, 'withdrawn')
  for (let ticks = 0; ticks < 3; ticks++) await tick()
  return {
    email,
    buyerEmail,
    phones: { paysPlan, pays, earns },
    shopId: shop.id,
    orderId: order.id,
    variantId,
    currency,
  }
}
