import { beforeAll, describe, expect, test } from 'vitest'
import { call, guest, type Person, together } from '#testing/api.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { balance, transfer } from '#testing/fixtures/ledger.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { changesOf, withCode } from '#testing/stories/books.ts'
import { tickAt } from '#testing/stories/money.ts'

let finance: Person
let admin: Person
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  admin = await signUp('ADMIN')
})

const BANK = 'platform:bank'
const B = 'gatewayB:clearing'
const FEE = { kind: 'GATEWAY_FEE', gateway: 'B', currency: 'USD', amount: '12.50', note: 'Relevé de novembre' }
let n = 0
const formOf = (fields: Record<string, string | undefined>, document?: File) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ reference: `REL-${++n}-${crypto.randomUUID().slice(0, 8)}`, ...fields }))
    if (value !== undefined) form.append(name, value)
  if (document) form.append('document', document)
  return form
}
const request = (fields: Record<string, string | undefined>, as = finance, document?: File) =>
  call(as, 'POST', '/ledger/bookings/request', formOf(fields, document))
const confirm = (as: Person, pendingId: string, code?: string) =>
  call(as, 'POST', '/ledger/bookings/confirm', { pendingId, ...(code && { code }) })
const asked = async (fields: Record<string, string | undefined>, as = finance): Promise<string> => {
  const answer = await request(fields, as)
  expect(answer.status, answer.error?.message).toBe(201)
  return answer.data.pendingId
}
const codeOf = async (as: Person, id: string) => {
  await letResend(as)
  return (await withCode(as, () => confirm(as, id))).code
}
const book = async (fields: Record<string, string | undefined>) => {
  const id = await asked(fields)
  const answer = await confirm(admin, id, await codeOf(admin, id))
  expect(answer.status, answer.error?.message).toBe(200)
  return answer.data
}
const said = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.reason ?? error?.code]

describe('a booking', () => {
  test('is asked for by finance and confirmed by another ADMIN, with a code of their own', async () => {
    const paper = new File([Uint8Array.from(jpeg())], 'releve.jpg')
    const { status, data } = await request({ ...FEE, reference: 'Relevé 11/2026' }, finance, paper)
    expect([status, Object.keys(data).sort()]).toEqual([201, ['expiresAt', 'pendingId']])
    const left = Date.parse(data.expiresAt) - Date.now() - 86_400_000
    expect(Math.abs(left)).toBeLessThan(60_000)
    expect(await count(`outbox WHERE kind = 'booking.asked' AND recipient = ?`, admin.email)).toBeGreaterThan(0)
    let code = ''
    const nothing = await changesOf(async () => {
      const mailed = await withCode(admin, () => confirm(admin, data.pendingId))
      expect([mailed.status, mailed.data.pendingId]).toEqual([200, data.pendingId])
      code = mailed.code
      expect(said(await confirm(admin, data.pendingId, code === '000000' ? '111111' : '000000'))).toEqual([
        ...[401, 'INVALID_VERIFICATION_CODE'],
      ])
    })
    expect(nothing).toEqual({})
    const changes = await changesOf(async () => {
      const done = await confirm(admin, data.pendingId, code)
      expect(done.data).toMatchObject({
        ...{ id: data.pendingId, kind: 'GATEWAY_FEE', status: 'BOOKED', gateway: 'B', amount: '12.50' },
        ...{ requestedBy: finance.id, confirmedBy: admin.id, reference: 'Relevé 11/2026', toAmount: null },
      })
      expect(said(await confirm(admin, data.pendingId, code))).toEqual([409, 'INVALID_TRANSITION'])
      expect(said(await confirm(admin, data.pendingId))).toEqual([409, 'INVALID_TRANSITION'])
    })
    expect(changes).toEqual({ [B]: 1250, 'platform:fees': -1250 })
    const { bookings, pagination } = (await call(finance, 'GET', '/ledger/bookings?status=BOOKED')).data
    expect(pagination.total).toBeGreaterThan(0)
    const shown = bookings.find(({ id }: { id: string }) => id === data.pendingId)
    expect(shown.document).toMatchObject({ contentType: 'image/jpeg', url: expect.stringContaining('signature=') })
    expect((await call(guest, 'GET', shown.document.url.split('/api/v1')[1])).status).toBe(200)
    expect(await all(`SELECT action FROM audit WHERE target_id = ? ORDER BY at, action`, data.pendingId)).toEqual([
      ...[{ action: 'booking.request' }, { action: 'booking.confirm' }],
    ])
  })

  test('is never confirmed by who asked, nor by finance, nor by a code of another booking', async () => {
    const own = await asked(FEE, admin)
    expect(said(await confirm(admin, own))).toEqual([409, 'CONFLICT'])
    expect((await confirm(finance, own)).status).toBe(403)
    const other = await signUp('ADMIN')
    const [one, two] = [await asked(FEE), await asked({ ...FEE, amount: '900.00' })]
    const code = await codeOf(other, one)
    expect((await confirm(other, two, code)).status).toBe(401)
    expect((await confirm(admin, one, code)).status).not.toBe(200)
    expect((await confirm(other, own, await codeOf(other, own))).status).toBe(200)
    expect((await confirm(other, crypto.randomUUID())).status).toBe(404)
  })

  test('one of two ADMINs who confirm at once books, and a reference is taken once', async () => {
    const other = await signUp('ADMIN')
    const id = await asked(FEE)
    const codes = [await codeOf(admin, id), await codeOf(other, id)]
    const changes = await changesOf(async () => {
      const answers = await together(10, (i) => confirm(i % 2 ? other : admin, id, codes[i % 2] ?? ''))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })
    expect(changes).toEqual({ [B]: 1250, 'platform:fees': -1250 })
    const reference = `Deux fois ${crypto.randomUUID()}`
    const same = await together(10, (i) => request({ ...FEE, reference: i % 2 ? reference : reference.toUpperCase() }))
    expect(same.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of same) if (answer.status !== 201) expect(said(answer)).toEqual([409, 'ALREADY_EXISTS'])
  })

  test('a booking that nobody confirms expires after a day, and frees its reference', async () => {
    const reference = `Oubli ${crypto.randomUUID()}`
    const id = await asked({ ...FEE, reference })
    const code = await codeOf(admin, id)
    await run('UPDATE bookings SET expires_at = ? WHERE id = ?', Date.now() - 1, id)
    expect((await confirm(admin, id, code)).status).toBe(410)
    await tickAt(Date.now())
    expect(await first('SELECT status FROM bookings WHERE id = ?', id)).toEqual({ status: 'EXPIRED' })
    expect((await confirm(admin, id)).status).toBe(410)
    await asked({ ...FEE, reference })
  })

  test('says which gateway, which amounts, and what for', async () => {
    const bad: Record<string, string | undefined>[] = [
      { ...FEE, gateway: undefined },
      { ...FEE, gateway: 'C' },
      { ...FEE, kind: 'GIFT' },
      { ...FEE, amount: '0' },
      { ...FEE, amount: '-1' },
      { ...FEE, amount: '1.005' },
      { ...FEE, note: undefined },
      { ...FEE, reference: '' },
      { ...FEE, toAmount: '1', toCurrency: 'CDF' },
      { ...FEE, kind: 'ROUNDING' },
      { ...FEE, kind: 'EXCHANGE', gateway: undefined },
      { ...FEE, kind: 'EXCHANGE', gateway: undefined, toCurrency: 'USD', toAmount: '1' },
      { ...FEE, kind: 'EXCHANGE', toCurrency: 'RWF', toAmount: '1000' },
    ]
    for (const fields of bad) expect((await request(fields)).status, JSON.stringify(fields)).toBe(400)
    const script = new File(['<script>'], 'x.html')
    expect((await request(FEE, finance, script)).status).toBe(415)
    for (const as of [await signUp('SUPPORT'), await signUp()]) expect((await request(FEE, as)).status).toBe(403)
    expect((await call(await signUp('SUPPORT'), 'GET', '/ledger/bookings')).status).toBe(403)
  })
})

describe('the books', () => {
  test('know what goes to the bank, comes from it, and is exchanged there', async () => {
    const money = { currency: 'USD', note: 'Virement' }
    expect(
      await changesOf(() =>
        book({ ...money, kind: 'SETTLEMENT', gateway: 'B', amount: '100.00' }).then(() => undefined),
      ),
    ).toEqual({ [B]: 10_000, [BANK]: -10_000 })
    expect(
      await changesOf(() => book({ ...money, kind: 'TOP_UP', gateway: 'A', amount: '30.00' }).then(() => undefined)),
    ).toEqual({ 'gatewayA:clearing': -3000, [BANK]: 3000 })
    const before = await Promise.all([balance(BANK, 'RWF'), balance('platform:fx', 'RWF'), balance('platform:fx')])
    await book({
      ...{ kind: 'EXCHANGE', note: 'Change', currency: 'RWF', amount: '146500', toCurrency: 'USD', toAmount: '99.50' },
    })
    const after = await Promise.all([balance(BANK, 'RWF'), balance('platform:fx', 'RWF'), balance('platform:fx')])
    expect(after.map((now, i) => now - (before[i] ?? 0))).toEqual([146_500, -146_500, 9950])
  })

  test('take roundings to cash, and no more than there are', async () => {
    await transfer('platform:cash', 'platform:rounding', 300, 'CDF')
    const rounding = { kind: 'ROUNDING', currency: 'CDF', note: 'Arrondis du mois' }
    const id = await asked({ ...rounding, amount: '1000000.00' })
    expect(said(await confirm(admin, id, await codeOf(admin, id)))).toEqual([409, 'INSUFFICIENT_BALANCE'])
    const had = await balance('platform:rounding', 'CDF')
    await book({ ...rounding, amount: '3.00' })
    expect(await balance('platform:rounding', 'CDF')).toBe(had - 300)
  })

  test('take a booking back whole, once, and its reference is free again', async () => {
    const reference = `Erreur ${crypto.randomUUID()}`
    const exchange = { kind: 'EXCHANGE', note: 'Change', currency: 'RWF', amount: '1000', toCurrency: 'USD' }
    const before = await balance('platform:fx', 'RWF')
    const { id } = await book({ ...exchange, toAmount: '1.00', reference })
    const got = await first<{ id: string }>(`SELECT id FROM transfers WHERE kind = 'booking:got' AND ref = ?`, id)
    const reason = 'Montant mal lu'
    const answers = await together(5, () => call(admin, 'POST', '/ledger/adjustments', { transferId: got?.id, reason }))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await balance('platform:fx', 'RWF')).toBe(before)
    const { bookings } = (await call(finance, 'GET', '/ledger/bookings?kind=EXCHANGE')).data
    const shown = bookings.find((each: { id: string }) => each.id === id)
    expect([shown.status, shown.reversedAt]).toEqual(['REVERSED', expect.any(String)])
    await book({ ...exchange, toAmount: '0.70', reference })
  })
})

test('what gateway B says that it took is kept with the movement, and its sum stands beside the bookings', async () => {
  const fees = async () =>
    (await call(finance, 'GET', '/ledger/bookings')).data.fees.filter(
      (fee: { gateway: string; currency: string }) => fee.gateway === 'B' && fee.currency === 'USD',
    )
  const sum = (all: { amount: string }[]) => all.reduce((total, { amount }) => total + Number(amount), 0)
  const before = sum(await fees())
  const order = await paidOrder(await newMarket())
  const { transactions } = (await call(finance, 'GET', '/gatewayB/transactions')).data
  const [payin] = transactions.filter(({ orderId }: { orderId: string }) => orderId === order.id)
  const fee = Math.round(Number(payin.amount) * 2.5) / 100
  expect([Number(payin.fee), Number(payin.chargedAmount)]).toEqual([fee, Number(payin.amount) + fee])
  expect(sum(await fees()) - before).toBeCloseTo(fee, 5)
})
