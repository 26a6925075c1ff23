import { env } from 'cloudflare:workers'
import { pollGateway } from '../../../src/domain/money/gateways/poll.ts'
import { latestFor } from '../../../src/domain/money/gateways/queries.ts'
import { contextOf } from '../../../src/platform-context.ts'
import { call, freshPhone, signUp, until } from '../../api.ts'
import { inbox } from '../../sandbox.ts'

type Money = { USD?: number; CDF?: number; RWF?: number }
type PayoutNumber = { phone: string; network: string; country: 'CD' | 'RW' } | null
export type Owner = Awaited<ReturnType<typeof owner>>

/** Money in an account, with its counterpart, as minor units. */
export const credit = (account: string, currency: string, amountMinor: number, from = 'platform:cash') =>
  env.DB.prepare(
    `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
     VALUES (?1, 'test:seed', ?1, ?2, ?3, ?4, ?5, 1)`,
  )
    .bind(crypto.randomUUID(), from, account, amountMinor, currency)
    .run()

const PROFILE = `INSERT INTO seller_profiles (id, user_id, business_name, business_type, contact_phone, address, created_at, updated_at)
  VALUES (?, ?, 'Test', 'INDIVIDUAL', '243810000000', '{}', 1, 1)`
const RIDER = `INSERT INTO riders (id, user_id, status, vehicle_type, zones, created_at, updated_at)
  VALUES (?, ?, 'ACTIVE', 'MOTO', '[]', 1, 1)`

/** A seller or rider with money and, unless told otherwise, a payout number that waits for the page. */
export async function owner(role: 'SELLER' | 'RIDER', money: Money = {}, number: PayoutNumber = congolese()) {
  const person = await signUp(role)
  const kind = role === 'SELLER' ? 'seller' : 'rider'
  const ownerId = crypto.randomUUID()
  await env.DB.prepare(role === 'SELLER' ? PROFILE : RIDER)
    .bind(ownerId, person.id)
    .run()
  await env.DB.prepare(
    `INSERT INTO wallets (owner_id, owner_kind, user_id, payout_phone, payout_network, payout_country, payout_verified_at, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1)`,
  )
    .bind(
      ownerId,
      kind,
      person.id,
      number?.phone ?? null,
      number?.network ?? null,
      number?.country ?? null,
      number ? 1 : null,
    )
    .run()
  for (const [currency, amount] of Object.entries(money)) await credit(`${kind}:${ownerId}:available`, currency, amount)
  return { person, ownerId, kind, phone: number?.phone ?? '', role }
}

export const congolese = (ending = '123') => ({ phone: freshPhone(ending), network: 'vodacom', country: 'CD' as const })
export const rwandan = (ending = '123') => ({
  phone: freshPhone(ending, '25078'),
  network: 'mtn',
  country: 'RW' as const,
})

export const askCode = (as: Owner, currency: string, amount: unknown) =>
  call(as.person, 'POST', '/payout/otp', { currency, amount })

export const withdraw = (
  as: Owner,
  currency: string,
  amount: unknown,
  otpCode: unknown,
  headers?: Record<string, string>,
) =>
  call(
    as.person,
    'POST',
    as.role === 'SELLER' ? '/wallet/payout' : '/riders/me/payout',
    { currency, amount, otpCode },
    headers,
  )

/** The mails with a code, newest first, that somebody got under this subject. */
export const codesUnder = async (email: string, subject: string) =>
  (await inbox(email)).filter((mail) => mail.subject === subject).map((mail) => mail.code ?? '')

export const WITHDRAWAL = 'Code pour votre retrait'

/** The code that came for this amount. */
export async function codeOf(as: Owner, currency: string, amount: unknown): Promise<string> {
  const before = (await codesUnder(as.person.email, WITHDRAWAL)).length
  const asked = await askCode(as, currency, amount)
  if (asked.status !== 200) throw new Error(`no code: ${JSON.stringify(asked.error)}`)
  return until(async () => {
    const codes = await codesUnder(as.person.email, WITHDRAWAL)
    return codes.length > before && codes[0]
  }, 'the code')
}

/** The minute between two codes passes. */
export const letResend = (as: { id: string }) =>
  env.DB.prepare('UPDATE codes SET sent_at = 1 WHERE person = ?').bind(as.id).run()

export async function balanceOf(as: Owner, currency: string) {
  const { data } = await call(as.person, 'GET', '/wallet')
  return data.balances.find((balance: { currency: string }) => balance.currency === currency)
}

/** What the sweep does about one payout. */
export async function ask(payoutId: string) {
  const ctx = contextOf(env, () => undefined)
  const [tx] = await latestFor(ctx, payoutId)
  if (!tx) throw new Error(`${payoutId} was never sent`)
  return pollGateway(ctx, tx)
}
