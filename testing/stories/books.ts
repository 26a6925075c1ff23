// Steps of the tests of refunds, statements, the ledger, expenses, plans and invoices.

import { exports } from 'cloudflare:workers'
import { inflateSync } from 'node:zlib'
import { expect } from 'vitest'
import { type Answer, type Caller, call, guest, type Person } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { clientRequest, freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, deliveredOrder, type Market, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { codeFor, inbox, type Movement, movementsOf, settleMovement, until } from '#testing/sandbox.ts'
import { ok } from '#testing/stories/catalogue.ts'
import type { Data } from '#testing/stories/orders.ts'

export { expectUnknownIs404, faults, GONE, INVALID, ok, refusal, UNKNOWN } from '#testing/stories/catalogue.ts'
export type { Data } from '#testing/stories/orders.ts'

const ROLES = ['BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ADMIN', 'ACCOUNTANT'] as const
type Role = (typeof ROLES)[number]
type Request = [method: string, path: string, body?: unknown]

/** Every other role hears 403 and a guest 401, before anything else is looked at. */
export async function expectOnly(allowed: readonly Role[], ...requests: Request[]): Promise<void> {
  for (const role of [...ROLES.filter((one) => !allowed.includes(one)), null]) {
    const as: Caller = role ? await signUp(role) : guest
    for (const [method, path, body] of requests) {
      const { status } = await call(as, method, path, body)
      expect(status, `${role ?? 'guest'}: ${method} ${path}`).toBe(role ? 403 : 401)
    }
  }
}
export const FINANCE = ['ADMIN', 'ACCOUNTANT'] as const

/** The rows of a list, whatever their key is called. */
export const rowsIn = (data: Data): Data[] => Object.values(data).find(Array.isArray) as Data[]

/** An answer as its bytes: CSV, PDF. */
export async function raw(as: Caller, path: string, headers?: Record<string, string>) {
  const response = await exports.default.fetch(
    new Request(`http://localhost:8787/api/v1${path}`, clientRequest(as, 'GET', undefined, headers)),
  )
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
}

/** The cells of a CSV as RFC 4180 writes it: comma, CRLF, quotes doubled inside quotes. */
export function cells(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

/** Day of an instant in Lubumbashi and Kigali. */
export const dayOf = (ms: number) => new Date(ms + 2 * 3_600_000).toISOString().slice(0, 10)
export const monthOf = (ms: number) => dayOf(ms).slice(0, 7)

type Account = { code: string; currency: string; balance: number }
const accounts = () => all<Account>('SELECT code, currency, balance_minor AS balance FROM accounts')
const nameOf = ({ code, currency }: Account) => (currency === 'USD' ? code : `${code} ${currency}`)

/** By how many minor units every account of the books changed while this ran; those that did not change are left out. */
export async function changesOf(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = new Map((await accounts()).map((account) => [nameOf(account), account.balance]))
  await act()
  return Object.fromEntries(
    (await accounts())
      .map((account) => [nameOf(account), account.balance - (before.get(nameOf(account)) ?? 0)] as const)
      .filter(([, change]) => change !== 0),
  )
}

/** Money that moves now outside every operation, in minor units. */
export const moveNow = (from: string, to: string, minor: number, currency = 'USD') =>
  run(
    `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
     VALUES (?1, 'test:moved', ?1, ?2, ?3, ?4, ?5, ?6)`,
    ...[crypto.randomUUID(), from, to, minor, currency, Date.now()],
  )

/** Answer to a request, and the code that it brings somebody by mail. */
export async function withCode(person: Person, request: () => Promise<Answer>): Promise<Answer & { code: string }> {
  const codes = async () =>
    (await inbox(person.email)).filter(({ channel, code }) => channel === 'EMAIL' && code !== null)
  const before = (await codes()).length
  const answer = await request()
  expect(answer.error, 'asking for the code').toBeUndefined()
  const mail = await until(async () => {
    const found = await codes()
    return found.length > before && found[0]
  }, 'the code')
  return { ...answer, code: mail.code ?? '' }
}

export const WHY = 'Colis abîmé'
export const askRefund = (as: Caller, what: object) =>
  call(as, 'POST', '/refunds/request-approval', { reason: WHY, ...what })
export const confirmRefund = (as: Caller, pendingId: string, code: string, headers?: Record<string, string>) =>
  call(as, 'POST', '/refunds/confirm', { pendingId, code }, headers)
export const readRefund = async (as: Caller, id: string): Promise<Data> => ok(await call(as, 'GET', `/refunds/${id}`))

/** A refund that waits for the code that was mailed to this ADMIN. */
export async function askedRefund(admin: Person, what: object) {
  await letResend(admin)
  const { data, code } = await withCode(admin, () => askRefund(admin, what))
  return { id: data.refundId as string, pendingId: data.pendingId as string, code }
}
/** A refund by code, sent. @returns its id */
export async function refundByCode(admin: Person, what: object): Promise<string> {
  const { id, pendingId, code } = await askedRefund(admin, what)
  ok(await confirmRefund(admin, pendingId, code))
  return id
}

type Elsewhere = { phoneNumber: string; network: string; countryCode?: string }
/** An ADMIN asks for the code by which a refund that failed goes to another number, which its buyer proved. */
export async function askElsewhere(admin: Person, id: string, orderId: string, to: Elsewhere) {
  await run(
    'UPDATE users SET phone = ?, phone_verified_at = 1 WHERE id = (SELECT buyer_id FROM orders WHERE id = ?)',
    ...[to.phoneNumber, orderId],
  )
  await letResend(admin)
  const { data, code } = await withCode(admin, () => call(admin, 'POST', `/refunds/${id}/retry`, to))
  return { confirm: () => confirmRefund(admin, data.pendingId, code) }
}

/** Movements to a number as a withdrawal or a refund, newest first. */
export const outgoing = async (phone: string): Promise<Movement[]> =>
  (await movementsOf(phone)).filter(({ kind }) => kind === 'payout' || kind === 'refund')
const isOpen = ({ status }: Movement) => ['pending', 'PROCESSING', 'ENQUEUED'].includes(status)

/** The one movement to a number that waits ends so; with these faults of its callback. */
export async function ends(phone: string, verdict: 'approve' | 'refuse', callback: string[] = []): Promise<void> {
  const waiting = await until(async () => {
    const open = (await outgoing(phone)).filter(isOpen)
    return open.length > 0 && open
  }, `something on its way to ${phone}`)
  expect(waiting).toHaveLength(1)
  await settleMovement(waiting[0]?.id ?? '', verdict, callback)
}

export const COMMISSION = 'platform:commission'
/** The share of the platform in goods sold in USD, in per cent. */
export const setCommission = async (commissionRate: string, currency = 'USD') =>
  ok(await call(await signUp('ADMIN'), 'PUT', '/wallet/settings/platform', { currency, commissionRate }))

export const escrowOf = (order: { id: string }) => `order:${order.id}:held`
export const pendingOf = ({ seller }: Market) => `seller:${seller.profileId}:pending`
export const availableOf = ({ seller }: Market) => `seller:${seller.profileId}:available`

/** An order that its seller has accepted: 25.00 of goods and a fee of 2.00. */
export async function acceptedOrder(market: Market, more?: Record<string, unknown>) {
  const paid = await paidOrder(market, more)
  ok(await actOnOrder(market.seller, paid.id, 'accept'))
  return paid
}
/** An order whose buyer has it and says so: its seller has 25.00, its rider 1.60. */
export async function completedOrder(market: Market, more?: Record<string, unknown>) {
  const delivered = await deliveredOrder(market, undefined, more)
  ok(await actOnOrder(market.buyer, delivered.id, 'confirm-receipt'))
  return delivered
}

/** The first payout number of a wallet, proved by the SMS that came to it. */
export async function nameNumber(owner: Person, phone = freshPhone()): Promise<string> {
  const number = { phoneNumber: phone, network: 'vodacom', countryCode: 'CD' }
  ok(await call(owner, 'POST', '/wallet/settings/payout-number/request', number))
  ok(await call(owner, 'POST', '/wallet/settings/payout-number/confirm', { code: await codeFor(phone, 'SMS') }))
  return phone
}
/** A seller with 25.00 that was earned by a sale and a payout number. */
export async function earningSeller() {
  const market = await newMarket()
  const order = await completedOrder(market)
  const phone = await nameNumber(market.seller)
  return { market, order, phone, seller: market.seller }
}
/** Asks for the code and withdraws. */
export async function withdrawByCode(seller: Person, amount: string, currency = 'USD'): Promise<Answer> {
  await letResend(seller)
  const asked = await withCode(seller, () => call(seller, 'POST', '/payout/otp', { currency, amount }))
  return call(seller, 'POST', '/wallet/payout', { currency, amount, otpCode: asked.code })
}

/** Text of a PDF, its streams unpacked. */
export function inside(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1')
  const found = [text]
  for (const { index, 0: begin } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const packed = pdf.slice(index + begin.length, text.indexOf('endstream', index))
    try {
      found.push(inflateSync(packed).toString('latin1'))
    } catch {
      // A stream that is not packed stands in the file as it is.
    }
  }
  return found.join('\n')
}
/** The page sizes of a PDF in points. */
export const pageSizes = (text: string) =>
  [...text.matchAll(/\/MediaBox\s*\[\s*([\d.\s-]+)\]/g)].map(([, box]) => (box ?? '').trim().split(/\s+/).map(Number))
/** One page of A4 at least, and nothing else. */
export function expectA4(pdf: Uint8Array): void {
  expect(new TextDecoder('latin1').decode(pdf.slice(0, 5))).toBe('%PDF-')
  const sizes = pageSizes(inside(pdf))
  expect(sizes.length).toBeGreaterThanOrEqual(1)
  for (const [left = 0, bottom = 0, right = 0, top = 0] of sizes) {
    expect(Math.abs(right - left - 595.28)).toBeLessThan(1)
    expect(Math.abs(top - bottom - 841.89)).toBeLessThan(1)
  }
}
/** Whether a text stands in a PDF; undefined where its fonts are embedded, so that only a picture can tell. */
export function saysIn(pdf: Uint8Array, words: string): boolean | undefined {
  const text = inside(pdf)
  if (text.includes('/FontFile')) return undefined
  return text.includes(words) || text.toLowerCase().includes(Buffer.from(words, 'latin1').toString('hex'))
}
