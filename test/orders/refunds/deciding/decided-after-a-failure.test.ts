import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { CRON } from '#cron/table.ts'
import worker from '#src/index.ts'
import { type Caller, call } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { newMarket, orderRow, paidOrder, postOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, movementsOf, refuse, settleMovement } from '#testing/sandbox.ts'
import { askElsewhere } from '#testing/stories/books.ts'
import { breaks, clockAt, DAY, movementRow, rows } from '#testing/stories/money.ts'

// Rules: /retry of a failed refund may name another number of the buyer; /reject ends one and leaves the money held; a night job
// with a cron expression of its own compares yesterday's movements with gateway B's list, an incident per difference.

afterEach(() => clearFaults())

/** An order whose refund the operator did not pay. */
async function failedRefund() {
  const market = await newMarket()
  const paid = await paidOrder(market)
  expect((await call(await signUp('ADMIN'), 'POST', `/orders/admin/${paid.id}/refund`)).status).toBe(200)
  await settleMovement((await sentRefund(paid.id)).id, 'refuse')
  const refund = await refundOf(paid.id)
  expect(refund?.status).toBe('FAILED')
  return { market, paid, id: refund?.id ?? '' }
}
const retry = (as: Caller, id: string, body: object = {}) => call(as, 'POST', `/refunds/${id}/retry`, body)

describe('a refund that failed', () => {
  it('is sent again to another number of the buyer, by an ADMIN only', async () => {
    const { paid, id } = await failedRefund()
    const phoneNumber = freshPhone('123', '24397')
    const body = { phoneNumber, network: 'airtel', countryCode: 'CD' }
    for (const role of ['SUPPORT', 'ACCOUNTANT'] as const)
      expect((await retry(await signUp(role), id, body)).status).toBe(403)
    const { confirm } = await askElsewhere(await signUp('ADMIN'), id, paid.id, body)
    expect((await confirm()).error).toBeUndefined()
    await settleMovement((await sentRefund(paid.id)).id, 'approve')
    expect(await movementsOf(phoneNumber)).toMatchObject([{ kind: 'payout', amount: '27' }])
    expect((await refundOf(paid.id))?.status).toBe('SUCCEEDED')
    expect(await balance(`order:${paid.id}:held`)).toBe(0)
  })

  it('is sent again to the same number when none is named, and once', async () => {
    const { paid, id } = await failedRefund()
    const admin = await signUp('ADMIN')
    expect((await retry(admin, id)).error).toBeUndefined()
    expect((await retry(admin, id)).status).toBe(409)
    const payouts = (await movementsOf(paid.payerPhoneNumber)).filter(({ kind }) => kind === 'payout')
    expect(payouts).toHaveLength(2)
  })

  it('is ended by /reject: the money stays held, and nothing is sent', async () => {
    const { paid, id } = await failedRefund()
    const rejected = await call(await signUp('ADMIN'), 'POST', `/refunds/${id}/reject`, {
      reason: 'Déjà réglé en espèces',
    })
    expect(rejected.error).toBeUndefined()
    expect(rejected.data.status).toBe('REJECTED')
    expect(await balance(`order:${paid.id}:held`)).toBe(2700)
    expect((await retry(await signUp('ADMIN'), id)).status).toBe(409)
  })
})

describe('the night job', () => {
  /** Runs the jobs of a night: every expression that is neither the minute's nor the hour's. */
  async function night(now: number) {
    clockAt(now)
    const crons = Object.keys(CRON).filter((cron) => cron.split(' ')[1] !== '*')
    expect(crons.length).toBeGreaterThanOrEqual(1)
    for (const cron of crons) {
      const execution = createExecutionContext()
      worker.scheduled(createScheduledController({ scheduledTime: now, cron }), env, execution)
      await waitOnExecutionContext(execution)
    }
  }

  it('opens an incident where gateway B knows a success that we do not, once; none where the two agree', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    await refuse(phone)
    const began = Date.now()
    const row = await movementRow(data.id)
    const told = async () =>
      (
        await rows<{ said: string }>(
          "SELECT title || ' ' || description || ' ' || ref || ' ' || coalesce(order_id, '') AS said FROM incidents",
        )
      ).filter(({ said }) =>
        [row?.reference, row?.externalId, row?.id, data.id].some((name) => name && said.includes(name)),
      ).length
    await night(began + DAY)
    expect(await told()).toBe(0)
    await breaks('B', 'statusDisagrees', { kind: 'read' })
    await night(began + DAY)
    expect(await told()).toBe(1)
    await night(began + DAY)
    expect(await told()).toBe(1)
    expect(await orderRow(data.id)).not.toMatchObject({ paymentStatus: 'PAID' })
    expect(await balance(`order:${data.id}:held`)).toBe(0)
  })
})
