import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, call, together } from '#testing/api.ts'
import { minuteCronAfter, wait } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, sentRefund } from '#testing/fixtures/orders.ts'
import { confirmPayout, payoutBody, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { clearFaults, movementsOf, resendCallback, settleMovement } from '#testing/sandbox.ts'
import { ok } from '#testing/stories/books.ts'
import { movementPath, payoutPath, refundPath, waitingOrder } from '#testing/stories/decisions.ts'
import { movementRow, SECOND } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { questions } from '#testing/stories/questions.ts'
import { asksFor } from '#testing/stories/subscriptions.ts'

// Rule 8.9.1: one question of a movement in 30 s is of the service's own asking and of check-status together; a verified callback always has one of its own
// at once, and a check-status within 10 s after the call was sent asks nothing and spends nothing. The questions themselves are counted, as they go out.
//
// Silent: whether a callback of gateway B, whose body is signed whole, needs a question at all (only those of gateway A are asked for).

clockGoesOn()
afterEach(() => clearFaults())

type Asked = { id: string; asks: () => Promise<Answer> }
/** A movement of each kind that waits on a phone, sent just now. */
const KINDS = {
  'a payin of gateway B, by its buyer': async () => {
    const [market, phone] = [await newMarket(), freshPhone()]
    const { id } = await waitingOrder(market, phone)
    const [movement] = await movementsOf(phone)
    return { id: movement?.id ?? '', asks: () => actOnOrder(market.buyer, id, 'payment/check-status') }
  },
  'a payin of gateway B, by finance': async () => {
    const [market, phone] = [await newMarket(), freshPhone()]
    const { id } = await waitingOrder(market, phone)
    const [movement] = await movementsOf(phone)
    const [row, finance] = [await movementRow(id), await signUp('ACCOUNTANT')]
    return { id: movement?.id ?? '', asks: () => call(finance, 'POST', `${movementPath(row?.id)}/check-status`) }
  },
  'a deposit of gateway A': async () => {
    const { seller, depositId } = await asksFor((await newPlan(monthly('5.00'))).id)
    return { id: depositId, asks: () => call(seller, 'POST', `/subscriptions/payments/${depositId}/check-status`) }
  },
  'a payout of gateway A': async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin, payoutBody())
    const { payoutId } = ok(await confirmPayout(admin, pendingId, code))
    return { id: payoutId, asks: () => call(admin, 'POST', `${payoutPath(payoutId)}/check-status`) }
  },
  'a refund': async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    ok(await actOnOrder(market.seller, paid.id, 'reject', { reason: 'Rupture' }))
    const { id } = (await sentRefund(paid.id)) as { id: string }
    const admin = await signUp('ADMIN')
    const { refunds } = ok(await call(admin, 'GET', `/orders/${paid.id}/refunds`))
    return { id, asks: () => call(admin, 'POST', `${refundPath(refunds[0].id)}/check-status`) }
  },
} satisfies Record<string, () => Promise<Asked>>
type Kind = keyof typeof KINDS

describe('a check-status', () => {
  it.each(Object.keys(KINDS) as Kind[])(
    '8.9.1 asks nothing for 10 s and spends nothing by it, then once in 30 s: %s',
    async (kind) => {
      const { id, asks } = await KINDS[kind]()
      const asked = questions(id)
      for (const second of [0, 4, 4]) {
        wait(second * SECOND)
        ok(await asks())
      }
      expect(asked(), 'within 10 s').toBe(0)
      wait(3 * SECOND)
      ok(await asks())
      expect(asked(), 'after 10 s').toBe(1)
      await together(5, async () => ok(await asks()))
      wait(28 * SECOND)
      ok(await asks())
      expect(asked(), 'within 30 s of it').toBe(1)
      wait(3 * SECOND)
      ok(await asks())
      expect(asked(), 'after 30 s').toBe(2)
    },
  )

  it.each(Object.keys(KINDS) as Kind[])("8.9.1 and the service's own asking are one: %s", async (kind) => {
    const { id, asks } = await KINDS[kind]()
    const asked = questions(id)
    await minuteCronAfter(31 * SECOND)
    expect(asked(), 'of its own').toBe(1)
    wait(20 * SECOND)
    ok(await asks())
    expect(asked()).toBe(1)
  })
})

describe('a verified callback', () => {
  it('8.9.1 has a question of its own at once, each time, whatever was asked just before', async () => {
    const { id, asks } = await KINDS['a deposit of gateway A']()
    const asked = questions(id)
    wait(11 * SECOND)
    ok(await asks())
    expect(asked()).toBe(1)
    await settleMovement(id, 'approve', ['silent'])
    wait(SECOND)
    await resendCallback(id)
    expect(asked(), 'the callback asked').toBe(2)
  })
})
