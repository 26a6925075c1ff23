import { afterEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, setFault, settleMovement } from '#testing/sandbox.ts'
import { askedRefund, changesOf, confirmRefund, escrowOf, ok, outgoing, readRefund } from '#testing/stories/books.ts'
import { again, HOUR, MINUTE, tickAt } from '#testing/stories/money.ts'

// Rule: whatever a gateway does, a refund is sent at most once, is never lost, and its outcome is applied once: what the gateway
// moved is its clearing account. A time-out, a 5xx or an answer that nobody can read is unknown: never success, never failure,
// never sent again. What stays unknown is ended by a person.

afterEach(() => clearFaults())

/** The refund of 27.00 (gateway B) or 5.00 (gateway A) to a phone, and where its money lies. */
async function refundable(gateway: 'A' | 'B') {
  if (gateway === 'B') {
    const order = await paidOrder(await newMarket())
    return { what: { orderId: order.id }, phone: order.payerPhoneNumber as string, from: escrowOf(order), minor: 2700 }
  }
  const [seller, plan, phone] = [await newSeller(), await newPlan(monthly('5.00')), freshPhone()]
  ok(await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone)))
  await approve(phone)
  const [payment] = ok(await call(seller, 'GET', '/subscriptions/me/payments')).payments
  return { what: { subscriptionPaymentId: payment.id }, phone, from: 'platform:subscriptions', minor: 500 }
}

/** The buyer's phone takes (or refuses) whatever came to it. */
async function answers(phone: string, verdict: 'approve' | 'refuse') {
  for (const { id, status } of await outgoing(phone))
    if (status === 'pending' || status === 'PROCESSING') await settleMovement(id, verdict)
}

async function playedIn(gateway: 'A' | 'B', fault: string, verdict: 'approve' | 'refuse') {
  let admin = await signUp('ADMIN')
  const { what, phone, from, minor } = await refundable(gateway)
  const asked = await askedRefund(admin, what)
  const changes = await changesOf(async () => {
    const kind = gateway === 'B' ? 'payout' : 'refund'
    await setFault({ gateway, fault, kind, times: 1, ...(fault.startsWith('timeout') && { ms: 1500 }) })
    const { status } = await confirmRefund(admin, asked.pendingId, asked.code)
    expect(fault === 'refused' ? [400] : [201, 502, 503]).toContain(status)
    await clearFaults()
    await answers(phone, verdict)
    const began = Date.now()
    for (const later of [MINUTE, 4 * MINUTE, 17 * MINUTE, 2 * HOUR, 7 * HOUR]) {
      await tickAt(began + later)
      await answers(phone, verdict)
    }
    await tickAt(began + 9 * HOUR)
    admin = await again(admin)
    if ((await readRefund(admin, asked.id)).status === 'PROCESSING') {
      const arrived = (await outgoing(phone)).some(({ status }) => ['successful', 'COMPLETED'].includes(status))
      const decision = { outcome: arrived ? 'succeeded' : 'failed', note: 'Vu sur le relevé de l’opérateur.' }
      ok(await decideByHand(admin, `/refunds/${asked.id}/resolve`, decision))
    }
  })
  const sent = await outgoing(phone)
  expect(sent.length, 'sent').toBeLessThanOrEqual(1)
  const moved = sent.filter(({ status }) => ['successful', 'COMPLETED'].includes(status))
  expect((await readRefund(admin, asked.id)).status).toBe(moved.length === 1 ? 'SUCCEEDED' : 'FAILED')
  expect(changes).toEqual(moved.length === 1 ? { [from]: -minor, [`gateway${gateway}:clearing`]: minor } : {})
  return moved.length
}

const ARRIVES = [
  'silent',
  'answeredTwice',
  'callbackBeforeAnswer',
  'callbacksReordered',
  'failedAfterCompleted',
  'wrongId',
  'wrongAmount',
  'wrongCurrency',
  'timeoutHappened',
  'serverErrorHappened',
  'garbage',
  'forged',
]
const NEVER_LEAVES = ['refused', 'timeoutNotHappened', 'serverErrorNotHappened', 'down']

describe.each(['A', 'B'] as const)('gateway %s', (gateway) => {
  it.each(ARRIVES)('with the fault «%s» moves the refund once, and that is what the books say', async (fault) => {
    expect(await playedIn(gateway, fault, 'approve')).toBe(1)
  })

  it.each(NEVER_LEAVES)('with the fault «%s» moves nothing, and the money is where it was', async (fault) => {
    expect(await playedIn(gateway, fault, 'approve')).toBe(0)
  })

  it.each(['silent', 'answeredTwice', 'timeoutHappened'])(
    'that refuses on the phone under «%s» moves nothing, and the money is where it was',
    async (fault) => {
      expect(await playedIn(gateway, fault, 'refuse')).toBe(0)
    },
  )

  it('that does not take our key is asked again later: then the refund leaves once', async () => {
    expect(await playedIn(gateway, 'unauthorized', 'approve')).toBe(1)
  })
})
