// Steps of the tests of decisions by hand, of two people, of mails to ADMINs and of incidents of the service.

import { expect } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, nightCronAfter, wait } from '#testing/clock.ts'
import { all, first } from '#testing/fixtures/database.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { type Market, postOrder } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { holdWhole } from '#testing/laws.ts'
import { inbox, until } from '#testing/sandbox.ts'
import { ok, outgoing } from '#testing/stories/books.ts'
import { again, DAY, HOUR, MINUTE, SECOND } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

export const NOTE = 'Vu sur le relevé de l’opérateur.'
export const DISAGREES = [409, 'GATEWAY_DISAGREES']
export const BUSY = [409, 'REQUEST_IN_PROGRESS']
export const HELD = [409, 'APPROVER_HELD']
export const UNPROVEN = [403, 'REAUTH_REQUIRED']

// Decisions in two steps: {pendingId, expiresAt}, then the mailed code.

const codesOf = async ({ email }: Person) =>
  (await inbox(email)).filter(({ channel, code }) => channel === 'EMAIL' && code !== null)

export type Step = { answer: Answer; pendingId: string; code: string }
/** The first step, and the code that it mails; it must be one: nothing but who, until when. */
export async function firstStep(admin: Person, ask: () => Promise<Answer>): Promise<Step> {
  await letResend(admin)
  const before = (await codesOf(admin)).length
  const answer = await ask()
  expect(answer.error, 'the first step').toBeUndefined()
  expect(answer.data, 'the first step').toMatchObject({ pendingId: expect.any(String), expiresAt: expect.any(String) })
  const mail = await until(async () => {
    const found = await codesOf(admin)
    return found.length > before && found[0]
  }, 'the code')
  return { answer, pendingId: answer.data.pendingId, code: mail.code ?? '' }
}

/** Path at which an attempt is decided. */
export const movementPath = (id: string | undefined) => `/gatewayB/transactions/${id}`
export const payoutPath = (id: string) => `/gatewayA/payouts/${id}`
export const refundPath = (id: string) => `/refunds/${id}`

export const saysByHand = (admin: Person, path: string, outcome: string, more: object = {}) =>
  call(admin, 'POST', `${path}/resolve`, { outcome, note: NOTE, ...more })
export const asksByHand = (admin: Person, path: string, outcome: string, more: object = {}) =>
  firstStep(admin, () => saysByHand(admin, path, outcome, more))
export const confirmsByHand = (admin: Person, path: string, { pendingId, code }: { pendingId: string; code: string }) =>
  call(admin, 'POST', `${path}/resolve`, { pendingId, code })
/** Decided by hand, with its code. */
export async function decidesByHand(admin: Person, path: string, outcome: string, more: object = {}): Promise<Data> {
  return ok(await confirmsByHand(admin, path, await asksByHand(admin, path, outcome, more)))
}
export const wrongOf = ({ pendingId, code }: Step) => ({ pendingId, code: otherCode(code) })

// Time.

/** The minute's and the hour's cron, after this time. */
export async function passes(ms: number): Promise<void> {
  await minuteCronAfter(ms)
  await hourCronAfter(SECOND)
  await minuteCronAfter(SECOND)
}
/** So long that a movement of which nobody hears has its incident: a payout after 6 h, a payin after 24 h. */
export async function unheard(kind: 'payout' | 'payin'): Promise<void> {
  for (const ms of [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]) await minuteCronAfter(ms)
  if (kind === 'payin') for (let i = 0; i < 4; i++) await minuteCronAfter(5 * HOUR)
  await passes(MINUTE)
}
/** Days pass, each with its crons. */
export async function days(many: number): Promise<void> {
  for (let i = 0; i < many; i++) await passes(DAY)
}
export const night = (ms: number) => nightCronAfter(ms)
/** The proof of the owner is too old, the token still good. */
export const proofPasses = () => wait(11 * MINUTE)
export const prove = async (person: Person) =>
  ok(await call(person, 'POST', '/auth/reauthenticate', { password: PASSWORD }))

// Readers of the mails about a decision.

const mailsOf = async ({ email }: Person) => (await inbox(email)).filter(({ channel }) => channel === 'EMAIL')
/** The mails that came to somebody by what was done, once the cron has run; waits until there is one. */
export async function mailsBy(
  person: Person,
  act: () => Promise<unknown>,
): Promise<{ subject: string; text: string }[]> {
  const before = (await mailsOf(person)).length
  await act()
  for (let i = 0; i < 3; i++) {
    if ((await mailsOf(person)).length > before) break
    await minuteCronAfter(SECOND)
  }
  const mails = await mailsOf(person)
  return mails.slice(0, mails.length - before).map(({ subject, text }) => ({ subject: subject ?? '', text }))
}
/** An ADMIN who did nothing hears of it by mail. */
export async function hearsOfIt(bystander: Person, act: () => Promise<unknown>): Promise<void> {
  expect((await mailsBy(bystander, act)).length, 'mails to another ADMIN').toBeGreaterThan(0)
}

// Incidents, whatever column names what they are about.

type IncidentRow = { id: string; status: string; title: string }
const movementNames = (subjectId: string) =>
  all<Record<string, string | null>>(
    'SELECT id, reference, external_id AS externalId FROM gateway_transactions WHERE subject_id = ?',
    subjectId,
  )
/** By what an incident may name an order, its movements and its refunds. */
export async function namesOf(id: string): Promise<string[]> {
  const order = await first<{ number: string }>('SELECT number FROM orders WHERE id = ?', id)
  const refunds = (await all<{ id: string }>('SELECT id FROM refunds WHERE order_id = ?', id)).map((row) => row.id)
  const movements = (await Promise.all([id, ...refunds].map(movementNames))).flat().flatMap((row) => Object.values(row))
  return [id, order?.number, ...refunds, ...movements].filter((name): name is string => Boolean(name))
}
/** All incidents about something, oldest first. */
export async function incidentsAbout(...ids: string[]): Promise<IncidentRow[]> {
  const names = (await Promise.all(ids.map(namesOf))).flat()
  const rows = await all<IncidentRow>('SELECT * FROM incidents ORDER BY created_at, id')
  return rows.filter((row) => names.some((name) => JSON.stringify(row).includes(name)))
}
export const openAbout = async (...ids: string[]): Promise<IncidentRow[]> =>
  (await incidentsAbout(...ids)).filter(({ status }) => status === 'OPEN' || status === 'INVESTIGATING')
export const openIncidents = () =>
  all<IncidentRow>("SELECT * FROM incidents WHERE status IN ('OPEN', 'INVESTIGATING') ORDER BY created_at, id")
/** The incidents that what was done opened. */
export async function incidentsOpenedBy(act: () => Promise<unknown>): Promise<IncidentRow[]> {
  const before = new Set((await all<{ id: string }>('SELECT id FROM incidents')).map(({ id }) => id))
  await act()
  return (await openIncidents()).filter(({ id }) => !before.has(id))
}

// Money.

/** Every law of the ledger holds. */
export async function booksAgree(): Promise<void> {
  const checks = await holdWhole()
  expect(checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([])
}
/** The refunds of an order, as finance reads them. */
export async function refundsOf(orderId: string): Promise<Data[]> {
  const finance = await again(await signUp('ADMIN'))
  return (ok(await call(finance, 'GET', `/orders/${orderId}/refunds`)) as { refunds: Data[] }).refunds
}
/** Money that really left to a number. */
export const arrivalsAt = async (phone: string) =>
  (await outgoing(phone)).filter(({ status }) => /^(successful|COMPLETED)$/.test(status))
/** An order that waits for its money on a phone. */
export async function waitingOrder(market: Market, phone: string, more: object = {}): Promise<Data> {
  return ok(await postOrder(market, { payerPhoneNumber: phone, ...more }))
}
export const orderStatus = async (id: string) =>
  (await first<{ status: string }>('SELECT status FROM orders WHERE id = ?', id))?.status
/** An ADMIN sends a refund that waits on its own, by whichever step it takes. */
export async function sends(admin: Person, id: string): Promise<void> {
  const answer = await call(admin, 'POST', `/refunds/${id}/retry`, {})
  expect(answer.error).toBeUndefined()
}
