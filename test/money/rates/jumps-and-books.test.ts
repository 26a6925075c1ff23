import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { all, first, run } from '#testing/fixtures/database.ts'
import { balance, transfer } from '#testing/fixtures/ledger.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { changesOf, completedOrder, expectOnly, ok, raw, refusal } from '#testing/stories/books.ts'
import { booksAgree, firstStep, mailsBy, proofPasses, prove, UNPROVEN, wrongOf } from '#testing/stories/decisions.ts'
import { approveExpense, newExpense, readExpense } from '#testing/stories/expenses.ts'
import { again, DAY, HOUR, MINUTE } from '#testing/stories/money.ts'
import { report } from '#testing/stories/office.ts'
import { type Data, readSigned } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rules 8.2.7 (rates), 8.2.12 (bookings), 8.2.15 (order of lines, years of numbers), 8.9.6 (an expense taken back).
//
// Silent: 8.2.7: who of the two hears of an ordinary rate (only a jump is looked at); whether an ACCOUNTANT who confirms is 403 or 409.
// 8.2.12: the names in the list beside kind, currency, amount and reference; the reason of 409 for who asked; which of an EXCHANGE's
// transfers carries which reference.

clockGoesOn()
afterEach(() => clearFaults())

const JUMP = [409, 'RATE_JUMP']
const pair = (baseCurrency: string, quoteCurrency: string) => ({ baseCurrency, quoteCurrency })
const FRANCS = pair('USD', 'CDF')
const post = (as: Person, rate: unknown, more: object = {}, of = FRANCS) =>
  call(as, 'POST', '/products/exchange-rates', { ...of, rate, ...more })
const put = (as: Person, rate: unknown, more: object = {}, of = FRANCS) =>
  call(as, 'PUT', '/products/exchange-rates', { ...of, rate, ...more })
const worth = async (amount: number, from = 'USD', to = 'CDF') =>
  (await call(await signUp(), 'POST', '/products/exchange-rates/preview', { amount, from, to })).data?.converted

describe('a rate that jumps', () => {
  let admin: Person
  let finance: Person
  beforeEach(async () => {
    for (const table of ['exchange_rates', 'rate_memories']) await run(`DELETE FROM ${table}`).catch(() => undefined)
    admin = await signUp('ADMIN')
    finance = await signUp('ACCOUNTANT')
    ok(
      await post(admin, '2800', { confirmJump: true }).then((answer) =>
        answer.status === 400 ? post(admin, '2800') : answer,
      ),
    )
    await minuteCronAfter(DAY)
    admin = await again(admin)
    finance = await again(finance)
  })

  it.each([['28'], ['280000'], ['3361'], ['2239']])(
    '8.2.7 to %s is 409 RATE_JUMP, of ADMIN and ACCOUNTANT, by POST and PUT',
    async (rate) => {
      for (const as of [admin, finance])
        for (const write of [post, put]) expect(refusal(await write(as, rate))).toEqual(JUMP)
      expect(await worth(1)).toBe('2800.00')
    },
  )

  it.each([['3360'], ['2240'], ['2900']])('8.2.7 to %s is none', async (rate) => {
    ok(await post(finance, rate))
  })

  it('8.2.7 is one too where the inverse says so', async () => {
    expect(refusal(await post(finance, '0.00005', {}, pair('CDF', 'USD')))).toEqual(JUMP)
    ok(await post(finance, '0.00036', {}, pair('CDF', 'USD')))
  })

  it('8.2.7 is one by the edit of a row, too', async () => {
    const { rates } = ok(await call(guest, 'GET', '/products/exchange-rates?limit=100'))
    expect(refusal(await call(admin, 'PUT', `/products/exchange-rates/${rates[0].id}`, { rate: '28' }))).toEqual(JUMP)
  })

  it('8.2.7 in many small steps at once is one', async () => {
    ok(await post(finance, '2300'))
    const answers = [await post(finance, '1900'), await post(finance, '1600'), await post(finance, '1300')]
    expect(answers.some((answer) => refusal(answer)[1] === 'RATE_JUMP')).toBe(true)
    expect(Number(await worth(100))).toBeGreaterThan(130_000)
  })

  it('8.2.7 is taken of an ADMIN with proof who confirms, and ADMINs and ACCOUNTANTs are mailed', async () => {
    const others = [await signUp('ADMIN'), await signUp('ACCOUNTANT')]
    proofPasses()
    expect(refusal(await post(admin, '3500', { confirmJump: true }))).toEqual(UNPROVEN)
    await prove(admin)
    const [other, accountant] = others as [Person, Person]
    let heard: unknown[] = []
    const mails = await mailsBy(other, async () => {
      heard = await mailsBy(accountant, async () => ok(await post(admin, '3500', { confirmJump: true })))
    })
    expect([mails.length > 0, heard.length > 0]).toEqual([true, true])
    expect(await worth(1)).toBe('3500.00')
  })

  it('8.2.7 is not taken of an ACCOUNTANT who confirms', async () => {
    const { status } = await post(finance, '3500', { confirmJump: true })
    expect([403, 409]).toContain(status)
    expect(await worth(1)).toBe('2800.00')
  })

  it('8.2.7 planned for tomorrow is one as well', async () => {
    expect(refusal(await post(finance, '28', { effectiveAt: new Date(Date.now() + HOUR).toISOString() }))).toEqual(JUMP)
  })
})

type Fields = Record<string, string>
const PDF = Uint8Array.from(Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'))
let references = 0
const ref = () => `REL-${++references}-${crypto.randomUUID().slice(0, 6)}`
/** Asks for a booking. */
function ask(as: Person, fields: Fields, document: Uint8Array | null = null) {
  const form = new FormData()
  for (const [key, value] of Object.entries({ note: 'Relevé de novembre', reference: ref(), ...fields }))
    form.append(key, value)
  if (document) form.append('document', new Blob([Uint8Array.from(document)]), 'releve.jpg')
  return call(as, 'POST', '/ledger/bookings/request', form)
}
const confirm = (as: Person, body: object) => call(as, 'POST', '/ledger/bookings/confirm', body)
/** An ADMIN's first confirmation, and the code that it mails. */
async function code(admin: Person, pendingId: string): Promise<{ pendingId: string; code: string }> {
  const { pendingId: id, code: mailed } = await firstStep(admin, async () => {
    const answer = await confirm(admin, { pendingId })
    const data = { pendingId, expiresAt: new Date().toISOString(), ...answer.data }
    return (answer.error ? answer : { ...answer, data }) as Answer
  })
  return { pendingId: id, code: mailed }
}
const book = async (admin: Person, pendingId: string) => ok(await confirm(admin, await code(admin, pendingId)))
const list = async (as: Person): Promise<Data[]> => ok(await call(as, 'GET', '/ledger/bookings?limit=100')).bookings

const KINDS: [string, Fields, Record<string, number>][] = [
  [
    'GATEWAY_FEE',
    { gateway: 'B', currency: 'USD', amount: '3.00' },
    { 'gatewayB:clearing': 300, 'platform:fees': -300 },
  ],
  [
    'GATEWAY_FEE',
    { gateway: 'A', currency: 'USD', amount: '3.00' },
    { 'gatewayA:clearing': 300, 'platform:fees': -300 },
  ],
  [
    'SETTLEMENT',
    { gateway: 'B', currency: 'CDF', amount: '500.00' },
    { 'gatewayB:clearing CDF': 50_000, 'platform:bank CDF': -50_000 },
  ],
  ['TOP_UP', { gateway: 'A', currency: 'USD', amount: '40.00' }, { 'gatewayA:clearing': -4000, 'platform:bank': 4000 }],
  [
    'SETTLEMENT',
    { gateway: 'B', currency: 'RWF', amount: '5000' },
    { 'gatewayB:clearing RWF': 5000, 'platform:bank RWF': -5000 },
  ],
]

describe('a booking', () => {
  it.each(KINDS)(
    '8.2.12 %s %j is asked for, and booked by the code of an ADMIN who did not ask, once',
    async (kind, fields, expected) => {
      const [asker, admin] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
      const asked = await ask(asker, { kind, ...fields })
      expect(asked.status, JSON.stringify(asked.error)).toBe(201)
      expect(Math.abs(Date.parse(asked.data.expiresAt) - Date.now() - DAY)).toBeLessThan(MINUTE)
      const { pendingId } = asked.data
      let step = { pendingId: '', code: '' }
      expect(await changesOf(async () => (step = await code(admin, pendingId)))).toEqual({})
      // The direction of the contract: from -> to; a positive balance is owed or earned, the outside accounts are the mirror.
      const changes = await changesOf(async () => {
        expect(refusal(await confirm(admin, wrongOf({ ...step, answer: {} as Answer })))).toEqual([
          401,
          'INVALID_VERIFICATION_CODE',
        ])
        const answers = await together(5, () => confirm(admin, step))
        expect(tally(answers)['200']).toBe(1)
      })
      expect(Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, Math.abs(change)]))).toEqual(
        Object.fromEntries(Object.entries(expected).map(([name, change]) => [name, Math.abs(change)])),
      )
      await booksAgree()
    },
  )

  it('8.2.12 moves from and to as the statement says: a settlement lowers what the gateway has for us', async () => {
    const [asker, admin] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
    await paidOrder(await newMarket())
    const clearing = async () => balance('gatewayB:clearing')
    const before = await clearing()
    const { pendingId } = ok(await ask(asker, { kind: 'SETTLEMENT', gateway: 'B', currency: 'USD', amount: '20.00' }))
    await book(admin, pendingId)
    // The gateway's balance is the mirror of clearing: 20.00 less there, 20.00 more at the bank.
    expect((await clearing()) - before).toBe(2000)
    const { pendingId: up } = ok(await ask(asker, { kind: 'TOP_UP', gateway: 'B', currency: 'USD', amount: '20.00' }))
    await book(admin, up)
    expect(await clearing()).toBe(before)
    await booksAgree()
  })

  it('8.2.12 EXCHANGE moves two amounts, each in its currency, through the bank', async () => {
    const [asker, admin] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
    const { pendingId } = ok(
      await ask(asker, { kind: 'EXCHANGE', currency: 'USD', amount: '10.00', toCurrency: 'CDF', toAmount: '28000.00' }),
    )
    const changes = await changesOf(() => book(admin, pendingId))
    expect(Object.keys(changes).sort()).toEqual([
      'platform:bank',
      'platform:bank CDF',
      'platform:fx',
      'platform:fx CDF',
    ])
    expect([Math.abs(changes['platform:fx'] ?? 0), Math.abs(changes['platform:fx CDF'] ?? 0)]).toEqual([
      1000, 2_800_000,
    ])
    expect([Math.sign(changes['platform:fx'] ?? 0), Math.sign(changes['platform:fx CDF'] ?? 0)].sort()).toEqual([-1, 1])
    await booksAgree()
  })

  it('8.2.12 ROUNDING takes to cash what roundings brought', async () => {
    const [asker, admin] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
    const before = await balance('platform:rounding')
    const asked = await ask(asker, { kind: 'ROUNDING', currency: 'USD', amount: '0.01' })
    if (before < 1) {
      // There is nothing to take: refused when asked or when confirmed, and nothing moved.
      const changes = await changesOf(async () => {
        const answer = asked.error
          ? asked
          : await code(admin, asked.data.pendingId).then(
              (step) => confirm(admin, step),
              () => asked,
            )
        expect(answer.status).not.toBe(500)
      })
      if (Object.keys(changes).length > 0) expect(changes).toEqual({ 'platform:rounding': -1, 'platform:cash': 1 })
    }
  })

  it('8.2.12 is never confirmed by who asked: 409, nothing moved', async () => {
    const [asker, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const { pendingId } = ok(await ask(asker, { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00' }))
    const changes = await changesOf(async () => {
      const answer = await confirm(asker, { pendingId })
      expect([403, 409]).toContain(answer.status)
    })
    expect(changes).toEqual({})
    await book(other, pendingId)
  })

  it('8.2.12 one ADMIN’s code is not another’s', async () => {
    const [asker, one, two] = [await signUp('ACCOUNTANT'), await signUp('ADMIN'), await signUp('ADMIN')]
    const { pendingId } = ok(await ask(asker, { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00' }))
    const step = await code(one, pendingId)
    const changes = await changesOf(async () => expect((await confirm(two, step)).status).toBeGreaterThanOrEqual(400))
    expect(changes).toEqual({})
    ok(await confirm(one, step))
  })

  it('8.2.12 two ADMINs at once book it once', async () => {
    const [asker, one, two] = [await signUp('ACCOUNTANT'), await signUp('ADMIN'), await signUp('ADMIN')]
    const { pendingId } = ok(await ask(asker, { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00' }))
    const steps = [await code(one, pendingId), await code(two, pendingId)]
    const changes = await changesOf(async () => {
      const answers = await Promise.all([confirm(one, steps[0] ?? {}), confirm(two, steps[1] ?? {})])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })
    expect(Math.abs(changes['platform:bank'] ?? 0)).toBe(500)
  })

  it('8.2.12 has a reference that no other has: 409, also for two at once', async () => {
    const asker = await signUp('ACCOUNTANT')
    const reference = ref()
    const body = { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00' }
    const answers = await together(4, () => ask(asker, { ...body, reference }))
    expect(reasons(answers)).toEqual({ ok: 1, ALREADY_EXISTS: 3 })
    const { pendingId } = answers.find(({ status }) => status === 201)?.data ?? {}
    await book(await signUp('ADMIN'), pendingId)
    expect(refusal(await ask(asker, { ...body, reference }))).toEqual([409, 'ALREADY_EXISTS'])
  })

  it('8.2.12 that nobody confirmed for 24 h moves nothing any more', async () => {
    const [asker, admin] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
    const { pendingId } = ok(await ask(asker, { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00' }))
    await minuteCronAfter(DAY + MINUTE)
    const changes = await changesOf(async () =>
      expect((await confirm(await again(admin), { pendingId })).status).toBeGreaterThanOrEqual(400),
    )
    expect(changes).toEqual({})
  })

  it.each<[string, Fields]>([
    ['an unknown kind', { kind: 'CADEAU', gateway: 'A', currency: 'USD', amount: '5.00' }],
    ['no gateway', { kind: 'TOP_UP', currency: 'USD', amount: '5.00' }],
    ['zero', { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '0' }],
    ['a negative amount', { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '-5.00' }],
    ['half centimes', { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.005' }],
    ['centimes of RWF', { kind: 'TOP_UP', gateway: 'B', currency: 'RWF', amount: '5.50' }],
    ['an exchange with one amount', { kind: 'EXCHANGE', currency: 'USD', amount: '5.00' }],
    [
      'an exchange of a currency with itself',
      { kind: 'EXCHANGE', currency: 'USD', amount: '5.00', toCurrency: 'USD', toAmount: '5.00' },
    ],
    ['no reference', { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00', reference: '' }],
    ['no note', { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00', note: '' }],
  ])('8.2.12 with %s is 400', async (_, fields) => {
    expect((await ask(await signUp('ACCOUNTANT'), fields)).status).toBe(400)
  })

  it('8.2.12 shows its document at a signed address, to nobody else', async () => {
    const asker = await signUp('ACCOUNTANT')
    const reference = ref()
    ok(await ask(asker, { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00', reference }, jpeg()))
    const [row] = (await list(asker)).filter((one) => one.reference === reference)
    expect(row).toMatchObject({ kind: 'TOP_UP', currency: 'USD', amount: '5.00' })
    const url = /https?:[^"\\]+|\/api\/v1\/[^"\\]+/.exec(JSON.stringify({ ...row, note: '' }))?.[0] ?? ''
    expect(url).not.toBe('')
    expect((await readSigned(url)).status).toBe(200)
    expect((await readSigned(url.replace(/\?.*$/, ''))).status).toBeGreaterThanOrEqual(400)
    const other = await ask(asker, { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00' }, PDF)
    expect(other.status, JSON.stringify(other.error)).toBe(201)
  })

  it('8.2.12 is asked for by finance, confirmed by ADMINs, listed to finance', async () => {
    await expectOnly(['ADMIN', 'ACCOUNTANT'], ['GET', '/ledger/bookings'])
    await expectOnly(['ADMIN'], ['POST', '/ledger/bookings/confirm', { pendingId: crypto.randomUUID() }])
    for (const role of ['SUPPORT', 'SELLER', 'BUYER'] as const)
      expect(
        (await ask(await signUp(role), { kind: 'TOP_UP', gateway: 'A', currency: 'USD', amount: '5.00' })).status,
      ).toBe(403)
    expect((await confirm(await signUp('ADMIN'), { pendingId: crypto.randomUUID() })).status).toBe(404)
    expect(ok(await call(await signUp('ACCOUNTANT'), 'GET', '/ledger/bookings?limit=1')).pagination).toMatchObject({
      page: 1,
      limit: 1,
    })
  })
})

describe('lines', () => {
  it('8.2.15 of a wallet are in the order of their commits, so that each balance follows from the one before', async () => {
    const market = await newMarket({ stock: 50 })
    await Promise.all([completedOrder(market), completedOrder(market), completedOrder(market)])
    const { currencies } = ok(await call(market.seller, 'GET', '/wallet/statement'))
    const usd = currencies.find(({ currency }: Data) => currency === 'USD')
    let before = Math.round(Number(usd.opening) * 100)
    for (const line of usd.lines) {
      before += Math.round(Number(line.amount) * 100)
      expect(Math.round(Number(line.balanceAfter) * 100)).toBe(before)
    }
    expect(Math.round(Number(usd.closing) * 100)).toBe(before)
  })

  it('8.2.15 of /transactions that one clock tick holds keep the order in which they were written', async () => {
    const kinds: string[] = []
    for (let i = 0; i < 6; i++) {
      await transfer('platform:cash', 'platform:charges', 100 + i)
      kinds.push(`1.0${i}`)
    }
    const rows = await all<{ id: string; amount: number }>(
      'SELECT id, amount_minor AS amount FROM transfers ORDER BY rowid DESC LIMIT 6',
    )
    expect(rows.map(({ amount }) => amount)).toEqual([105, 104, 103, 102, 101, 100])
    const finance = await signUp('ACCOUNTANT')
    const { transfers = [], transactions = transfers } = ok(
      await call(finance, 'GET', '/ledger/accounts/platform%3Acharges/transfers?currency=USD&limit=6'),
    )
    const amounts = (transactions as Data[]).map(({ amount }) => amount)
    expect(amounts).toEqual(['1.05', '1.04', '1.03', '1.02', '1.01', '1.00'])
    expect(kinds).toHaveLength(6)
    const file = await raw(finance, '/ledger/export/csv')
    expect(file.status).toBe(200)
  })
})

describe('an approved expense', () => {
  const transferOf = async (id: string) =>
    (await first<{ id: string }>("SELECT id FROM transfers WHERE kind = 'expense:approved' AND ref = ?", id))?.id ?? ''
  const adjust = (as: Person, transferId: string) =>
    call(as, 'POST', '/ledger/adjustments', { transferId, reason: 'Facture annulée' })

  it('8.9.6 is taken back once by an adjustment of its transfer, shows when, and its day’s report subtracts it', async () => {
    const admin = await signUp('ADMIN')
    const { id } = await newExpense(await signUp('ACCOUNTANT'))
    await approveExpense(id, admin)
    const spent = async () =>
      Number(
        (await report(await signUp('ACCOUNTANT'), 'expenses')).totals.find(({ currency }: Data) => currency === 'USD')
          ?.amount ?? 0,
      )
    const before = await spent()
    const changes = await changesOf(async () => ok(await adjust(await signUp('ADMIN'), await transferOf(id))))
    expect(Math.abs(changes['platform:expenses'] ?? 0)).toBe(1250)
    expect((await readExpense(await signUp('ACCOUNTANT'), id)).reversedAt).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(before - (await spent())).toBeCloseTo(12.5)
    expect(refusal(await adjust(await signUp('ADMIN'), await transferOf(id)))).toEqual([409, 'ALREADY_EXISTS'])
    await booksAgree()
  })

  it('8.9.6 that stands shows none', async () => {
    const { id } = await newExpense(await signUp('ACCOUNTANT'))
    await approveExpense(id)
    expect((await readExpense(await signUp('ACCOUNTANT'), id)).reversedAt).toBeNull()
  })

  it('8.9.6 is taken back on the day of the taking back, not of the expense', async () => {
    const { id } = await newExpense(await signUp('ACCOUNTANT'))
    await approveExpense(id)
    const day = (ms: number) => new Date(ms + 2 * HOUR).toISOString().slice(0, 10)
    const spentOn = async (on: string) => {
      const { rows } = await report(await again(await signUp('ACCOUNTANT')), 'expenses', `from=${on}&to=${on}`)
      return rows
        .filter(({ currency }: Data) => currency === 'USD')
        .reduce((sum: number, row: Data) => sum + Number(row.amount), 0)
    }
    const today = day(Date.now())
    const before = await spentOn(today)
    await minuteCronAfter(2 * DAY)
    ok(await adjust(await again(await signUp('ADMIN')), await transferOf(id)))
    expect(await spentOn(today)).toBeCloseTo(before)
    expect(await spentOn(day(Date.now()))).toBeCloseTo(-12.5)
  })
})

describe('numbers', () => {
  it('8.2.15 of orders, tickets and incidents take the year of UTC+2: at 22:30 UTC on 31 December it is the next one', async () => {
    const { vi } = await import('vitest')
    const year = new Date().getUTCFullYear() + 1
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(year, 11, 31, 22, 30) })
    const market = await newMarket()
    const order = await paidOrder(market)
    const ticket = ok(
      await call(market.buyer, 'POST', '/support/tickets', {
        subject: 'Colis en retard',
        category: 'DELIVERY',
        body: 'Il devait arriver.',
      }),
    )
    const incident = ok(
      await call(market.buyer, 'POST', '/incidents', {
        type: 'ORDER',
        title: 'Abîmé',
        description: 'Déchiré.',
        orderId: order.id,
      }),
    )
    const { payer } = await import('#testing/stories/subscriptions.ts')
    const { seller } = await payer()
    const [invoice] = ok(await call(seller, 'GET', '/invoices/me')).invoices
    for (const number of [order.number, ticket.number, incident.number, invoice.number])
      expect(number).toContain(`-${year + 1}-`)
  })
})
