import { afterEach, describe, expect, it } from 'vitest'
import { agrees } from '#domain/money/gateways/readings/gateway-word.ts'
import { type Answer, call, type Person } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { codeUnder } from '#testing/fixtures/mails.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { RESOLUTION_SUBJECT } from '#testing/fixtures/resolutions.ts'
import {
  letResend,
  newWalletOwner,
  pollPayout,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { approve, clearFaults, setFault, until } from '#testing/sandbox.ts'

// People decide about an attempt whose gateway says another amount or currency.

afterEach(() => clearFaults())

const note = 'Vu sur le relevé.'
type Row = { id: string; status: string; phone: string }
const movementOf = (subjectId: string) =>
  first<Row>(
    'SELECT id, status, phone FROM gateway_transactions WHERE subject_id = ? ORDER BY rowid DESC LIMIT 1',
    subjectId,
  )
const inReview = (subjectId: string) =>
  until(async () => {
    const row = await movementOf(subjectId)
    return row?.status === 'review' && row
  }, 'the doubt')
const resolve = (admin: Person, id: string, body: object) =>
  call(admin, 'POST', `/gatewayB/transactions/${id}/resolve`, body)

async function byCode(admin: Person, id: string, body: object): Promise<Answer> {
  await letResend(admin)
  let pendingId = ''
  const code = await codeUnder(admin.email, RESOLUTION_SUBJECT, async () => {
    const answer = await resolve(admin, id, body)
    expect([answer.status, answer.error]).toEqual([200, undefined])
    pendingId = answer.data.pendingId
  })
  return resolve(admin, id, { pendingId, code })
}

describe('a payin of another currency', () => {
  it('brought what was asked for at most: nobody raises what the gateway does not say', async () => {
    const [admin, phone] = [await signUp('ADMIN'), freshPhone()]
    await setFault({ gateway: 'B', fault: 'wrongCurrency', kind: 'payin', times: 1 })
    const { data } = await postOrder(await newMarket(), { payerPhoneNumber: phone })
    await approve(phone)
    const { id } = await inReview(data.id)
    const raised = await resolve(admin, id, { outcome: 'succeeded', note, amount: '4999.00' })
    expect([raised.status, raised.error?.reason]).toEqual([409, 'GATEWAY_DISAGREES'])
    expect((await byCode(admin, id, { outcome: 'succeeded', note, amount: '5.00' })).status).toBe(200)
  })
})

describe('a withdrawal that left with another amount', () => {
  it('has arrived by a code: its reserve ends, and the next question agrees', async () => {
    const [admin, owner] = [await signUp('ADMIN'), await newWalletOwner('SELLER')]
    await transfer('platform:cash', `seller:${owner.ownerId}:available`, 5000)
    await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payout', times: 1 })
    expect((await withdraw(owner, 'USD', '50.00', await withdrawalCode(owner, 'USD', '50.00'))).status).toBeLessThan(
      300,
    )
    const payout = (await first<{ id: string }>('SELECT id FROM payouts WHERE owner_id = ?', owner.ownerId))?.id ?? ''
    const sent = await until(() => movementOf(payout), 'the withdrawal')
    await approve(sent.phone)
    const { id } = await inReview(payout)
    const failed = await resolve(admin, id, { outcome: 'failed', note })
    expect([failed.status, failed.error?.reason]).toEqual([409, 'GATEWAY_DISAGREES'])
    expect((await byCode(admin, id, { outcome: 'succeeded', note })).status).toBe(200)
    expect((await movementOf(payout))?.status).toBe('succeeded')
    expect(await walletBalance(owner, 'USD')).toMatchObject({ available: '0.00' })
    await pollPayout(payout)
    expect(await first('SELECT agreed_at IS NOT NULL AS agreed FROM gateway_transactions WHERE id = ?', id)).toEqual({
      agreed: 1,
    })
  })
})

it('a payin that brought too little is not confirmed when its operator takes it back', () => {
  const short = { status: 'failed', receivedMinor: 4900, decidedAt: 1, kind: 'payin' } as Parameters<typeof agrees>[0]
  expect(agrees(short, { is: 'failed' })).toBe(false)
  expect(agrees(short, { is: 'succeeded' })).toBe(true)
  expect(agrees({ ...short, receivedMinor: null }, { is: 'failed' })).toBe(true)
})
