import { beforeAll, beforeEach, expect, test } from 'vitest'
import { call, guest, type Person, together } from '#testing/api.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'

let finance: Person
let admin: Person
let buyer: Person
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  admin = await signUp('ADMIN')
  buyer = await signUp()
})
beforeEach(() => run('DELETE FROM exchange_rates'))

const PATH = '/products/exchange-rates'
const HOUR = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const francs = { baseCurrency: 'USD', quoteCurrency: 'RWF' }
const turned = { baseCurrency: 'RWF', quoteCurrency: 'USD' }
const add = (rate: unknown, more: object = {}, as = finance) => call(as, 'POST', PATH, { ...francs, rate, ...more })
const put = (rate: unknown, more: object = {}, as = finance) => call(as, 'PUT', PATH, { ...francs, rate, ...more })
const change = (id: string, body: object, as = finance) => call(as, 'PUT', `${PATH}/${id}`, body)
const remove = (id: string) => call(finance, 'DELETE', `${PATH}/${id}`)
const worth = async (): Promise<string> =>
  (await call(buyer, 'POST', `${PATH}/preview`, { amount: '1', from: 'USD', to: 'RWF' })).data?.converted
const said = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.reason ?? error?.code]
const JUMP = [409, 'RATE_JUMP']

test('a rate more than 20 % from the one in force is refused, by whichever way it is set', async () => {
  expect((await add('1465', { effectiveAt: at(-48 * HOUR) })).status).toBe(201)
  for (const as of [finance, admin]) {
    expect(said(await add('14.65', {}, as))).toEqual(JUMP)
    expect(said(await put('14.65', {}, as))).toEqual(JUMP)
  }
  expect((await add('14.65')).error?.message).toContain('administrateur')
  expect(said(await add('1758.01'))).toEqual(JUMP)
  expect(said(await add('1171.99'))).toEqual(JUMP)
  expect((await add('1758', { effectiveAt: at(-47 * HOUR) })).status).toBe(201)
  expect(await count('exchange_rates')).toBe(2)
  const [{ id }] = (await call(guest, 'GET', PATH)).data.rates
  expect(said(await change(id, { rate: '17.58' }))).toEqual(JUMP)
  expect(await worth()).toBe('1758')
})

test('an ADMIN who proved the account confirms it, and ADMINs and ACCOUNTANTs are mailed', async () => {
  await add('1465', { effectiveAt: at(-48 * HOUR) })
  expect(said(await add('2000', { confirmJump: true }))).toEqual(JUMP)
  const unproved = await signUp('ADMIN')
  await run('UPDATE sessions SET proven_at = ? WHERE user_id = ?', Date.now() - 11 * 60_000, unproved.id)
  expect(said(await add('2000', { confirmJump: true }, unproved))).toEqual([403, 'REAUTH_REQUIRED'])
  expect(said(await add('2000', { confirmJump: false }, admin))).toEqual(JUMP)
  await run('DELETE FROM outbox')
  expect((await add('2000', { confirmJump: true }, admin)).status).toBe(201)
  const told = (await all<{ recipient: string }>(`SELECT recipient FROM outbox WHERE kind = 'rate.jump'`)).map(
    ({ recipient }) => recipient,
  )
  expect(told).toEqual(expect.arrayContaining([admin.email, finance.email]))
  expect(told).not.toContain(buyer.email)
  expect(await worth()).toBe('2000')
  // The next rate is held against the confirmed one.
  expect((await add('2300')).status).toBe(201)
  expect(said(await add('1465'))).toEqual(JUMP)
})

test('steps that follow one another within hours are one step', async () => {
  await add('1000', { effectiveAt: at(-48 * HOUR) })
  const { data: first } = await add('1190')
  expect(said(await add('1400'))).toEqual(JUMP)
  expect(said(await put('1400'))).toEqual(JUMP)
  expect(said(await change(first.id, { rate: '1400' }))).toEqual(JUMP)
  expect((await change(first.id, { rate: '1150' })).status).toBe(200)
  expect(said(await change(first.id, { rate: '1201' }))).toEqual(JUMP)
  await run('UPDATE rate_memories SET changed_at = changed_at - ?', 13 * HOUR)
  await run('UPDATE exchange_rates SET effective_at = effective_at - ?', 13 * HOUR)
  expect((await add('1380')).status).toBe(201)
})

test('no rate of many at once is a jump from another one', async () => {
  await add('1000', { effectiveAt: at(-48 * HOUR) })
  const answers = await together(20, (i) => add(String(1000 + i * 20)))
  const taken = answers.filter(({ status }) => status === 201).map(({ data }) => Number(data.rate))
  expect(Math.max(...taken)).toBeLessThanOrEqual(1200)
  for (const answer of answers) if (answer.status !== 201) expect(said(answer)).toEqual(JUMP)
})

test('the first rate of a pair is held against the inverse, or the way through the dollar', async () => {
  await add('1465', { effectiveAt: at(-48 * HOUR) })
  expect(said(await add('0.068', turned))).toEqual(JUMP)
  expect((await add('0.00068', turned)).status).toBe(201)
  await add('2800', { baseCurrency: 'USD', quoteCurrency: 'CDF' })
  const through = { baseCurrency: 'CDF', quoteCurrency: 'RWF' }
  expect(said(await add('52', through))).toEqual(JUMP)
  expect((await add('0.52', through)).status).toBe(201)
})

test('a planned rate is held against the one that it follows, and a change of today against those that are planned', async () => {
  await add('1000', { effectiveAt: at(-48 * HOUR) })
  expect(said(await add('1300', { effectiveAt: at(48 * HOUR) }))).toEqual(JUMP)
  const { data: planned } = await add('1190', { effectiveAt: at(48 * HOUR) })
  expect(said(await add('1400', { effectiveAt: at(48 * HOUR + 60_000) }))).toEqual(JUMP)
  expect(said(await add('1400', { effectiveAt: at(72 * HOUR) }))).toEqual(JUMP)
  const { data: later } = await add('1000', { effectiveAt: at(72 * HOUR) })
  expect(said(await add('850'))).toEqual(JUMP)
  expect((await remove(later.id)).status).toBe(200)
  expect((await remove(planned.id)).status).toBe(200)
  expect((await add('850')).status).toBe(201)
})

test('what is switched off or deleted brings no far rate back, and is not forgotten', async () => {
  await add('600', { effectiveAt: at(-72 * HOUR) })
  const { data: now } = await add('1000', { effectiveAt: at(-48 * HOUR), confirmJump: true }, admin)
  expect(said(await remove(now.id))).toEqual(JUMP)
  expect(said(await change(now.id, { isActive: false }))).toEqual(JUMP)
  const [, old] = (await call(guest, 'GET', PATH)).data.rates
  expect((await change(old.id, { isActive: false })).status).toBe(200)
  expect((await change(now.id, { isActive: false })).status).toBe(200)
  expect(await worth()).toBeUndefined()
  expect(said(await add('10'))).toEqual(JUMP)
  expect(said(await change(old.id, { isActive: true }))).toEqual(JUMP)
  expect((await add('1100')).status).toBe(201)
})

test('the first rate of all is taken, and told', async () => {
  await run('DELETE FROM outbox')
  expect((await add('1465')).status).toBe(201)
  expect(await count(`outbox WHERE kind = 'rate.first' AND recipient = ?`, finance.email)).toBe(1)
})

test('rates that are planned one behind the other are held against the one in force now', async () => {
  expect((await add('1465', { effectiveAt: at(-48 * HOUR) })).status).toBe(201)
  expect((await add('1200', { effectiveAt: at(13 * HOUR) })).status).toBe(201)
  expect(said(await add('1000', { effectiveAt: at(26 * HOUR) }))).toEqual(JUMP)
  expect((await add('1000', { effectiveAt: at(26 * HOUR), confirmJump: true }, admin)).status).toBe(201)
})
