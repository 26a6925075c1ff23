import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { askGateways } from '#cron/gateways.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'
import { call } from '#testing/api.ts'
import { minuteCronAfter, nightCronAfter } from '#testing/clock.ts'
import { all, first } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { deliveredOrder, newMarket, paidOrder, postOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { confirmPayout, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { expectLaws } from '#testing/laws.ts'
import { approve, clearFaults, movementsOf, setFault, settleMovement, turnMovement, until } from '#testing/sandbox.ts'
import { refundByCode } from '#testing/stories/books.ts'

// The service with a third gateway through which everything goes (lines.ts): its adapter and its route are all that is new.

const CLEARING = 'gatewayC:clearing'
type Row = { id: string; gateway: string; kind: string; status: string; reference: string; externalId: string }
const movementOf = (subjectId: string) =>
  first<Row>(
    `SELECT id, gateway, kind, status, reference, external_id AS externalId FROM gateway_transactions
     WHERE subject_id = ? ORDER BY rowid DESC`,
    subjectId,
  )
const settled = (subjectId: string, status = 'succeeded') =>
  until(async () => {
    const row = await movementOf(subjectId)
    return row?.status === status && row
  }, `${subjectId} is ${status}`)

it('a third gateway is a gateway as the others are', () => {
  expect(GATEWAY_IDS).toEqual(['A', 'B', 'C'])
  expect(Object.keys(askGateways)).toEqual(['askGatewayA', 'askGatewayB', 'askGatewayC'])
})

describe('what comes in', () => {
  it('is paid through it, and not out: its callback reaches its route', async () => {
    const before = await balance(CLEARING)
    const { id, payerPhoneNumber } = await paidOrder(await newMarket())
    expect(await movementOf(id)).toMatchObject({ gateway: 'C', kind: 'payin', status: 'succeeded' })
    expect(await movementsOf(payerPhoneNumber)).toMatchObject([{ kind: 'payin', status: 'successful' }])
    expect(await balance(CLEARING)).toBe(before - 2700)
    expect(await balance(`order:${id}:held`)).toBe(2700)
  })

  it('is asked about where no answer came, by the job that bears its name', async () => {
    const market = await newMarket()
    await setFault({ gateway: 'B', fault: 'serverErrorHappened', kind: 'payin' })
    const placed = await postOrder(market, { payerPhoneNumber: freshPhone('789') })
    await clearFaults()
    expect(placed.status).toBe(201)
    await minuteCronAfter(MINUTE_MS)
    expect((await settled(placed.data.id)).gateway).toBe('C')
  })

  it('for a subscription is a deposit in our words, and a payin in its own', async () => {
    const seller = await newSeller()
    const { subscription } = await subscribeAndPay(seller, (await newPlan()).id)
    expect(subscription.status).toBe('ACTIVE')
    const [payment] = await all<{ id: string }>(
      'SELECT id FROM subscription_payments WHERE subscription_id = ?',
      subscription.id,
    )
    expect(await movementOf(payment?.id ?? '')).toMatchObject({ gateway: 'C', kind: 'deposit', status: 'succeeded' })
    const id = await refundByCode(await signUp('ADMIN'), { subscriptionPaymentId: payment?.id })
    const sent = await until(async () => (await movementOf(id))?.externalId)
    await settleMovement(sent, 'approve')
    expect(await settled(id)).toMatchObject({ gateway: 'C', kind: 'refund' })
  })

  it('refused at once answers what its facts say', async () => {
    const refused = await postOrder(await newMarket(), { payerPhoneNumber: freshPhone('059') })
    expect(refused).toMatchObject({ status: 400, error: { code: 'PAWAPAY_DEPOSIT_REJECTED' } })
  })
})

describe('what goes out', () => {
  it('is refunded through it, by a payout to the number that paid', async () => {
    const [market, admin, before] = [await newMarket(), await signUp('ADMIN'), await balance(CLEARING)]
    const { id } = await deliveredOrder(market)
    expect((await call(admin, 'POST', `/orders/admin/${id}/refund`)).status).toBe(200)
    await settleMovement((await sentRefund(id)).id, 'approve')
    const refund = await until(async () => {
      const row = await refundOf(id)
      return row?.status === 'SUCCEEDED' && row
    }, 'the refund')
    expect(await movementOf(refund.id)).toMatchObject({ gateway: 'C', kind: 'payout', status: 'succeeded' })
    expect(await balance(CLEARING)).toBe(before)
  })

  it('is withdrawn through it', async () => {
    const [seller, before] = [await newWalletOwner('SELLER', { USD: 5000 }), await balance(CLEARING)]
    const sent = await withdraw(seller, 'USD', 20, await withdrawalCode(seller, 'USD', 20))
    expect(sent.status, JSON.stringify(sent.error)).toBe(201)
    await approve(seller.phone)
    const [payout] = await all<{ id: string }>('SELECT id FROM payouts WHERE owner_id = ?', seller.ownerId)
    expect(await settled(payout?.id ?? '')).toMatchObject({ gateway: 'C', kind: 'payout' })
    expect(await balance(CLEARING)).toBe(before + 2000)
  })

  it('is paid out by administrators, who find it on their list', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin)
    expect((await confirmPayout(admin, pendingId, code)).status).toBe(201)
    await approve(phone)
    await settled(pendingId)
    expect(await payoutStatus(pendingId)).toBe('COMPLETED')
    const { payouts, pagination } = (await call(admin, 'GET', '/gatewayA/payouts/history')).data
    expect(payouts[0]).toMatchObject({ payoutId: pendingId })
    expect(pagination.total).toBe(1)
  })
})

describe('at night', () => {
  let turned: Row
  beforeAll(async () => {
    const { id } = await paidOrder(await newMarket())
    turned = await settled(id)
    await turnMovement(turned.externalId, 'failed')
    await nightCronAfter(24 * HOUR_MS)
  })

  it('its list is read: what agrees has agreed, and what does not is told under its name', async () => {
    expect(await first('SELECT gateway FROM compared_nights WHERE gateway = ?', 'C')).toBeTruthy()
    const told = await all<{ ref: string; title: string }>(
      "SELECT ref, title FROM incidents WHERE ref GLOB 'night:*' AND title GLOB '* C'",
    )
    expect(told).toEqual([{ ref: `night:${turned.id}:failed`, title: "Différence avec la liste de l'opérateur C" }])
    const left = await all(
      "SELECT id FROM gateway_transactions WHERE gateway = 'C' AND status = 'succeeded' AND agreed_at IS NULL",
    )
    expect(left).toEqual([{ id: turned.id }])
  })

  it('the books balance at every moment', async () => {
    expect(env.DB).toBeDefined()
    await expectLaws()
  })
})
