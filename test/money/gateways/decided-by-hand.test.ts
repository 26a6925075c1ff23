import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, orderRow, paidOrder } from '#testing/fixtures/orders.ts'
import { confirmPayout, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { monthly, newPlan, subscriptionStatus } from '#testing/fixtures/subscriptions.ts'
import { newWalletOwner, walletBalance, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { approve, clearFaults, movementsOf, refuse, setFault, settleMovement } from '#testing/sandbox.ts'
import { changesOf, ends, GONE, ok, outgoing, readRefund, refundByCode, refusal } from '#testing/stories/books.ts'
import {
  arrivalsAt,
  asksByHand,
  booksAgree,
  confirmsByHand,
  DISAGREES,
  days,
  decidesByHand,
  hearsOfIt,
  incidentsAbout,
  movementPath,
  openAbout,
  orderStatus,
  passes,
  payoutPath,
  proofPasses,
  prove,
  refundPath,
  refundsOf,
  saysByHand,
  sends,
  UNPROVEN,
  unheard,
  waitingOrder,
  wrongOf,
} from '#testing/stories/decisions.ts'
import { again, breaks, HOUR, MINUTE, movementRow } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { asksFor, payer } from '#testing/stories/subscriptions.ts'

// Rule 8.2.1: by hand only what a gateway leaves open. /resolve reads the movement first; a clear answer is applied, one that
// contradicts the outcome is 409 GATEWAY_DISAGREES with what the gateway says. What it does not know or leaves open is decided by
// people once its incident exists, with proof of the owner and a mailed code.
//
// Silent: the reason of the 409 before the incident exists; the answer of a decision beside the movement's state; which status an
// outcome has that the gateway confirms where we knew it already; whether `amount` is taken of a movement that is not in review.

clockGoesOn()
afterEach(() => clearFaults())

const pathOf = async (subjectId: string) => movementPath((await movementRow(subjectId))?.id)

/** An order whose phone approved or refused, and nobody told us. */
async function silently(verdict: 'approve' | 'refuse') {
  const [market, phone] = [await newMarket(), freshPhone()]
  const { id } = await waitingOrder(market, phone)
  await settleMovement((await movementsOf(phone))[0]?.id ?? '', verdict, ['silent'])
  return { market, phone, id: id as string, path: await pathOf(id) }
}
/** A withdrawal of 25.00 of 50.00 by somebody who earns. */
async function withdrawal(ending = '123', role: 'SELLER' | 'RIDER' = 'SELLER') {
  const phone = freshPhone(ending)
  const owner = await newWalletOwner(role, { USD: 5000 }, { phone, network: 'vodacom', country: 'CD' })
  const code = await withdrawalCode(owner, 'USD', '25.00')
  const asked = await withdraw(owner, 'USD', '25.00', code)
  expect(asked.error).toBeUndefined()
  const list = ok(await call(owner.person, 'GET', '/wallet/payouts'))
  const [payout] = list.payouts
  const id: string = payout.payoutId ?? payout.id
  const wallet = async () => {
    const { available, reserved } = await walletBalance({ ...owner, person: await again(owner.person) }, 'USD')
    return [available, reserved]
  }
  return { owner, phone, id, path: await pathOf(id), wallet }
}
/** A withdrawal that never reached the gateway, as far as anybody knows. */
async function lostWithdrawal() {
  await setFault({ gateway: 'B', fault: 'timeoutNotHappened', kind: 'payout', times: 1, ms: 1200 })
  return withdrawal()
}
/** A refund of 5.00 on its way, of which nobody hears. */
async function refundOnItsWay(admin: Person) {
  const order = await paidOrder(await newMarket())
  const id = await refundByCode(admin, { orderId: order.id, amount: '5.00' })
  return { id, order, phone: order.payerPhoneNumber as string, path: refundPath(id) }
}
/** A payout of 20.50 by an ADMIN, sent. */
async function adminPayout(admin: Person) {
  const { pendingId, code, phone } = await pendingPayout(admin)
  ok(await confirmPayout(admin, pendingId, code))
  return { id: pendingId, phone, path: payoutPath(pendingId) }
}
const ended = async (phone: string, verdict: 'approve' | 'refuse', faults: string[] = []) =>
  settleMovement((await movementsOf(phone))[0]?.id ?? '', verdict, faults)

describe('what the gateway says clearly', () => {
  it('8.2.1 what its phone refused is not declared paid: 409 GATEWAY_DISAGREES that says what the gateway says, and its answer is applied', async () => {
    const admin = await signUp('ADMIN')
    const { id, path } = await silently('refuse')
    const changes = await changesOf(async () => {
      const answer = await saysByHand(admin, path, 'succeeded')
      expect(refusal(answer)).toEqual(DISAGREES)
      expect(answer.error?.message).toMatch(/échou|refus|rejet|annul|fail/i)
    })
    expect(changes).toEqual({})
    expect((await movementRow(id))?.status).toBe('failed')
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_PAYMENT' })
  })

  it('8.2.1 what its phone paid is not declared failed: 409 GATEWAY_DISAGREES, and the order is paid', async () => {
    const admin = await signUp('ADMIN')
    const { id, path } = await silently('approve')
    const changes = await changesOf(async () => {
      const answer = await saysByHand(admin, path, 'failed')
      expect(refusal(answer)).toEqual(DISAGREES)
      expect(answer.error?.message).toMatch(/réussi|abouti|succ|arriv|pay|réglé/i)
    })
    expect(changes).toEqual({ 'gatewayB:clearing': -2700, [`order:${id}:held`]: 2700 })
    expect(await orderStatus(id)).toBe('PENDING_SELLER_REVIEW')
  })

  it('8.2.1 what agrees with the gateway is applied at once, without a code, once for ten at once', async () => {
    const admin = await signUp('ADMIN')
    const { id, path } = await silently('approve')
    const changes = await changesOf(async () => {
      const answers = await together(10, () => saysByHand(admin, path, 'succeeded'))
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
      for (const { status } of answers) expect([200, 409]).toContain(status)
    })
    expect(changes).toEqual({ 'gatewayB:clearing': -2700, [`order:${id}:held`]: 2700 })
    expect((await movementRow(id))?.status).toBe('succeeded')
  })

  it('8.2.1 a payin that failed at the gateway is no late success, though its order is long over: nothing goes to a phone', async () => {
    const [market, phone] = [await newMarket(), freshPhone()]
    const { id } = await waitingOrder(market, phone)
    await refuse(phone)
    const path = await pathOf(id)
    await passes(26 * HOUR)
    await passes(46 * HOUR)
    const admin = await again(await signUp('ADMIN'))
    const changes = await changesOf(async () =>
      expect(refusal(await saysByHand(admin, path, 'lateSuccess'))).toEqual(DISAGREES),
    )
    expect(changes).toEqual({})
    expect(await outgoing(phone)).toEqual([])
    expect(await orderStatus(id)).toBe('CANCELLED')
  })

  it('8.2.1 a withdrawal that arrived is not declared taken back, however often', async () => {
    const admin = await signUp('ADMIN')
    const { phone, path, wallet } = await withdrawal()
    await ended(phone, 'approve')
    for (let i = 0; i < 2; i++) {
      const changes = await changesOf(async () =>
        expect(refusal(await saysByHand(admin, path, 'reversed'))).toEqual(DISAGREES),
      )
      expect(changes).toEqual({})
    }
    expect(await wallet()).toEqual(['25.00', '0.00'])
  })

  it('8.2.1 a withdrawal of a rider that failed did not arrive after all: 409, nothing taken', async () => {
    const admin = await signUp('ADMIN')
    const { phone, path } = await withdrawal('123', 'RIDER')
    await ended(phone, 'refuse')
    const changes = await changesOf(async () =>
      expect(refusal(await saysByHand(admin, path, 'lateSuccess'))).toEqual(DISAGREES),
    )
    expect(changes).toEqual({})
  })

  it('8.2.1 a payin that succeeded is not declared taken back, nor a charge of staff, nor a deposit', async () => {
    const admin = await signUp('ADMIN')
    const order = await paidOrder(await newMarket())
    const charge = chargeBody()
    const { orderId } = ok(await call(admin, 'POST', '/gatewayB/payin', charge))
    await approve(charge.phoneNumber)
    const { depositId } = await payer()
    const found = ok(await call(admin, 'GET', '/gatewayB/transactions?limit=100&type=payin')).transactions
    const paths = [
      await pathOf(order.id),
      movementPath(found.find((row: { orderId: string }) => row.orderId === orderId)?.id),
      movementPath(depositId),
    ]
    const changes = await changesOf(async () => {
      for (const path of paths) expect(refusal(await saysByHand(admin, path, 'reversed')), path).toEqual(DISAGREES)
    })
    expect(changes).toEqual({})
  })

  it('8.2.1 a refund that failed did not arrive after all, one that arrived did not come back', async () => {
    const admin = await signUp('ADMIN')
    const [one, two] = [await refundOnItsWay(admin), await refundOnItsWay(admin)]
    await ends(one.phone, 'refuse')
    await ends(two.phone, 'approve')
    const changes = await changesOf(async () => {
      expect(refusal(await saysByHand(admin, one.path, 'lateSuccess'))).toEqual(DISAGREES)
      expect(refusal(await saysByHand(admin, two.path, 'reversed'))).toEqual(DISAGREES)
    })
    expect(changes).toEqual({})
    expect((await readRefund(admin, one.id)).status).toBe('FAILED')
  })

  it('8.2.1 a payout of gateway A that failed did not arrive after all, one that arrived was not taken back', async () => {
    const admin = await signUp('ADMIN')
    const one = await adminPayout(admin)
    await ended(one.phone, 'refuse')
    const other = await signUp('ADMIN')
    const two = await adminPayout(other)
    await ended(two.phone, 'approve')
    const changes = await changesOf(async () => {
      expect(refusal(await saysByHand(other, one.path, 'lateSuccess'))).toEqual(DISAGREES)
      expect(refusal(await saysByHand(admin, two.path, 'reversed'))).toEqual(DISAGREES)
    })
    expect(changes).toEqual({})
    expect([await payoutStatus(one.id), await payoutStatus(two.id)]).toEqual(['FAILED', 'COMPLETED'])
  })

  it('8.2.1 what the gateway itself says was taken back is booked without a code', async () => {
    const admin = await signUp('ADMIN')
    const { phone, path, wallet, id } = await withdrawal()
    await ended(phone, 'approve')
    await breaks('B', 'statusDisagrees', { kind: 'read' })
    const changes = await changesOf(async () => ok(await saysByHand(admin, path, 'reversed')))
    expect(Object.keys(changes)).toContain('gatewayB:clearing')
    await clearFaults()
    expect(await wallet()).toEqual(['50.00', '0.00'])
    expect(await payoutStatus(id)).toBe('RETURNED')
  })
})

describe('what the gateway leaves open, before anybody was told', () => {
  it('8.2.1 what still waits on a phone is not declared paid: 409, and nobody sells what nobody paid', async () => {
    const admin = await signUp('ADMIN')
    const phone = freshPhone()
    const { id } = await waitingOrder(await newMarket(), phone)
    const path = await pathOf(id)
    const changes = await changesOf(async () => {
      for (const outcome of ['succeeded', 'failed'])
        expect((await saysByHand(admin, path, outcome)).status, outcome).toBe(409)
    })
    expect(changes).toEqual({})
    expect([await orderStatus(id), (await movementRow(id))?.status]).toEqual(['PENDING_PAYMENT', 'pending'])
  })

  it('8.2.1 a withdrawal, a refund, a payout of gateway A on their way are not ended by a word: 409, nothing moved, nothing sent twice', async () => {
    const admin = await signUp('ADMIN')
    const [money, refund, payout] = [await withdrawal('129'), await refundOnItsWay(admin), await adminPayout(admin)]
    const changes = await changesOf(async () => {
      for (const { path } of [money, refund, payout])
        for (const outcome of ['succeeded', 'failed'])
          expect((await saysByHand(admin, path, outcome)).status, `${path} ${outcome}`).toBe(409)
    })
    expect(changes).toEqual({})
    expect((await readRefund(admin, refund.id)).status).toBe('PROCESSING')
    expect((await call(admin, 'POST', `${refund.path}/retry`, {})).status).toBe(409)
    expect(await outgoing(refund.phone)).toHaveLength(1)
  })

  it('8.2.1 a gateway that does not answer decides nothing: no outcome is taken', async () => {
    const admin = await signUp('ADMIN')
    const { id, path } = await silently('refuse')
    await breaks('B', 'down')
    const changes = await changesOf(async () => {
      const { status } = await saysByHand(admin, path, 'succeeded')
      expect([409, 502, 503]).toContain(status)
    })
    expect(changes).toEqual({})
    expect(await orderStatus(id)).toBe('PENDING_PAYMENT')
  })
})

describe('what people decide', () => {
  it('8.2.1 a withdrawal of which the gateway knows nothing: with proof, by code, told to all ADMINs, once', async () => {
    const { phone, path, wallet, id } = await lostWithdrawal()
    const early = await signUp('ADMIN')
    expect((await saysByHand(early, path, 'failed')).status).toBe(409)
    await unheard('payout')
    const [admin, other] = [await again(early), await again(await signUp('ADMIN'))]
    expect((await openAbout(id)).length).toBeGreaterThan(0)

    proofPasses()
    expect(refusal(await saysByHand(admin, path, 'failed'))).toEqual(UNPROVEN)
    await prove(admin)
    const step = await asksByHand(admin, path, 'failed')
    expect(Date.parse(step.answer.data.expiresAt)).toBeGreaterThan(Date.now())
    expect(await wallet()).toEqual(['25.00', '25.00'])
    expect(refusal(await confirmsByHand(admin, path, wrongOf(step)))).toEqual([401, 'INVALID_VERIFICATION_CODE'])
    expect(refusal(await confirmsByHand(other, path, step))).toEqual(GONE)
    expect(await wallet()).toEqual(['25.00', '25.00'])
    await hearsOfIt(other, async () => {
      const answers = await together(10, () => confirmsByHand(admin, path, step))
      expect(tally(answers)['200']).toBe(1)
    })
    expect(await wallet()).toEqual(['50.00', '0.00'])
    expect(await payoutStatus(id)).toBe('FAILED')
    expect((await confirmsByHand(admin, path, step)).status).toBeGreaterThanOrEqual(400)
    expect(await wallet()).toEqual(['50.00', '0.00'])
    expect(await outgoing(phone)).toEqual([])
    await booksAgree()
  })

  it('8.2.1 the decision keeps an incident, which closes by itself when the gateway agrees', async () => {
    const { phone, path, wallet, id } = await withdrawal('129')
    await unheard('payout')
    const admin = await again(await signUp('ADMIN'))
    await decidesByHand(admin, path, 'succeeded')
    expect(await wallet()).toEqual(['25.00', '0.00'])
    expect((await openAbout(id)).length).toBeGreaterThan(0)
    await days(1)
    expect((await openAbout(id)).length).toBeGreaterThan(0)
    await ended(phone, 'approve', ['silent'])
    await days(2)
    expect(await openAbout(id)).toEqual([])
    expect((await incidentsAbout(id)).map(({ status }) => status)).toContain('RESOLVED')
    expect(await wallet()).toEqual(['25.00', '0.00'])
    await booksAgree()
  })

  it('8.2.1 its attempt is asked about daily for 30 days: also what the gateway says on the 28th closes it', async () => {
    const { phone, path, id } = await withdrawal('129')
    await unheard('payout')
    await decidesByHand(await again(await signUp('ADMIN')), path, 'succeeded')
    await days(28)
    expect((await openAbout(id)).length).toBeGreaterThan(0)
    await ended(phone, 'approve', ['silent'])
    await days(1)
    await passes(2 * HOUR)
    expect(await openAbout(id)).toEqual([])
  })

  it('8.2.1 a gateway that says otherwise later is a contradiction: an incident stays open, and nothing moves by itself', async () => {
    const { phone, path, wallet, id } = await withdrawal('129')
    await unheard('payout')
    await decidesByHand(await again(await signUp('ADMIN')), path, 'failed')
    expect(await wallet()).toEqual(['50.00', '0.00'])
    await ended(phone, 'approve', ['silent'])
    const changes = await changesOf(() => days(2))
    expect(changes).toEqual({})
    expect((await openAbout(id)).length).toBeGreaterThan(0)
    expect(await arrivalsAt(phone)).toHaveLength(1)
  })

  it('8.2.1 the code is for the state it was asked about: what moved meanwhile is 409, and money leaves once', async () => {
    const { phone, path, wallet, id } = await withdrawal('129')
    await unheard('payout')
    const admin = await again(await signUp('ADMIN'))
    const step = await asksByHand(admin, path, 'failed')
    await ended(phone, 'approve')
    for (let i = 0; i < 2 && (await payoutStatus(id)) !== 'COMPLETED'; i++) await minuteCronAfter(HOUR)
    expect(await payoutStatus(id)).toBe('COMPLETED')
    expect((await confirmsByHand(await again(admin), path, step)).status).toBeGreaterThanOrEqual(400)
    expect(await wallet()).toEqual(['25.00', '0.00'])
    await booksAgree()
  })

  it('8.2.1 the gateway is read before the code counts, too: what it says clearly by then wins', async () => {
    const { phone, path, wallet } = await withdrawal('129')
    await unheard('payout')
    const admin = await again(await signUp('ADMIN'))
    const step = await asksByHand(admin, path, 'failed')
    await ended(phone, 'approve', ['silent'])
    expect((await confirmsByHand(admin, path, step)).status).toBe(409)
    await minuteCronAfter(HOUR)
    await minuteCronAfter(HOUR)
    expect(await wallet()).toEqual(['25.00', '0.00'])
    expect(await arrivalsAt(phone)).toHaveLength(1)
  })

  it('8.2.1 the code is for one movement: on another one it decides nothing', async () => {
    const [one, two] = [await withdrawal('129'), await withdrawal('129')]
    await unheard('payout')
    const admin = await again(await signUp('ADMIN'))
    const step = await asksByHand(admin, one.path, 'failed')
    expect((await confirmsByHand(admin, two.path, step)).status).toBeGreaterThanOrEqual(400)
    expect([await payoutStatus(one.id), await payoutStatus(two.id)]).not.toContain('FAILED')
  })

  it('8.2.1 one at a time an administrator: a later request ends the older one, and one code decides one movement', async () => {
    const [one, two] = [await withdrawal('129'), await withdrawal('129')]
    await unheard('payout')
    const admin = await again(await signUp('ADMIN'))
    const older = await asksByHand(admin, one.path, 'failed')
    const newer = await asksByHand(admin, two.path, 'failed')
    expect((await confirmsByHand(admin, one.path, older)).status).toBeGreaterThanOrEqual(400)
    ok(await confirmsByHand(admin, two.path, newer))
    expect([await payoutStatus(one.id), await payoutStatus(two.id)]).toEqual([
      expect.not.stringMatching('FAILED'),
      'FAILED',
    ])
  })

  it('8.2.1 a refund that hangs is decided by code, and so is a payout of gateway A', async () => {
    const begun = await signUp('ADMIN')
    const refund = await refundOnItsWay(begun)
    const payout = await adminPayout(begun)
    await unheard('payout')
    const admin = await again(begun)
    await decidesByHand(admin, refund.path, 'succeeded')
    expect((await readRefund(admin, refund.id)).status).toBe('SUCCEEDED')
    const changes = await changesOf(() => decidesByHand(admin, payout.path, 'failed'))
    expect(changes).toEqual({ 'platform:reserved': -2050, 'platform:cash': 2050 })
    expect(await payoutStatus(payout.id)).toBe('FAILED')
    await booksAgree()
  })

  it('8.2.1 late money of an order that is over waits as a REQUESTED refund: nothing is sent', async () => {
    const phone = freshPhone('129')
    const { id } = await waitingOrder(await newMarket(), phone)
    const path = await pathOf(id)
    await unheard('payin')
    expect(await orderStatus(id)).toBe('CANCELLED')
    const admin = await again(await signUp('ADMIN'))
    await passes(10 * HOUR)
    const now = await again(admin)
    await decidesByHand(now, path, 'succeeded')
    expect(await refundsOf(id)).toMatchObject([{ status: 'REQUESTED', amount: '27.00', currency: 'USD' }])
    await passes(HOUR)
    expect(await outgoing(phone)).toEqual([])
    expect(await refundsOf(id)).toMatchObject([{ status: 'REQUESTED' }])
    await booksAgree()
  })

  it('8.2.1 so does the money of an order that staff cancelled', async () => {
    const phone = freshPhone('129')
    const { id } = await waitingOrder(await newMarket(), phone, { currency: 'USD', fulfillmentMethod: 'PICKUP' })
    ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${id}/cancel`, { reason: 'Fraude' }))
    const path = await pathOf(id)
    await unheard('payin')
    await decidesByHand(await again(await signUp('ADMIN')), path, 'succeeded')
    expect(await refundsOf(id)).toMatchObject([{ status: 'REQUESTED', amount: '25.00' }])
    await passes(HOUR)
    expect(await outgoing(phone)).toEqual([])
    await booksAgree()
  })

  it('8.2.1 a deposit that hangs is decided by code, and its period is granted once', async () => {
    const plan = await newPlan(monthly('5.00'))
    const phone = freshPhone('129')
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const { seller, depositId, phone: asked } = await asksFor(plan.id, { payerPhoneNumber: phone })
    expect(asked).not.toBe('')
    const early = await signUp('ADMIN')
    expect((await saysByHand(early, movementPath(depositId), 'succeeded')).status).toBe(409)
    await unheard('payin')
    const admin = await again(early)
    const changes = await changesOf(() => decidesByHand(admin, movementPath(depositId), 'succeeded'))
    expect(changes).toEqual({ 'gatewayA:clearing': -500, 'platform:subscriptions': 500 })
    expect(await subscriptionStatus(await again(seller))).toBe('ACTIVE')
    await booksAgree()
  })
})

describe('an attempt in review', () => {
  /** An order whose operator took a unit more than it was asked for, or says another currency. */
  async function inReview(
    fault: 'wrongAmount' | 'wrongCurrency',
    fields: Record<string, string> = {},
    more: object = {},
  ) {
    const [market, phone] = [
      await newMarket({ price: fields.currency === 'CDF' ? '5000.00' : '12.50' }, fields),
      freshPhone('123', '24397'),
    ]
    await setFault({ gateway: 'B', fault, kind: 'payin' })
    const { id, total } = await waitingOrder(market, phone, { network: 'airtel', fulfillmentMethod: 'PICKUP', ...more })
    await approve(phone)
    expect((await movementRow(id))?.status).toBe('review')
    return { market, phone, id: id as string, total: total as string, path: await pathOf(id) }
  }

  it('8.2.1 is not declared failed where the gateway says that it came', async () => {
    const { path, id } = await inReview('wrongAmount')
    const changes = await changesOf(async () =>
      expect(refusal(await saysByHand(await signUp('ADMIN'), path, 'failed'))).toEqual(DISAGREES),
    )
    expect(changes).toEqual({})
    expect((await movementRow(id))?.status).toBe('review')
  })

  it('8.2.1 more than was asked for is booked, the order is paid, and the surplus is a REQUESTED refund', async () => {
    const admin = await signUp('ADMIN')
    const { path, id, phone } = await inReview('wrongAmount')
    const changes = await changesOf(() => decidesByHand(admin, path, 'succeeded', { amount: '26.00' }))
    expect(changes['gatewayB:clearing']).toBe(-2600)
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await refundsOf(id)).toMatchObject([{ status: 'REQUESTED', amount: '1.00', currency: 'USD' }])
    expect(await outgoing(phone)).toEqual([])
    await booksAgree()
  })

  it('8.2.1 so it is in francs', async () => {
    const admin = await signUp('ADMIN')
    const { path, id } = await inReview('wrongAmount', { currency: 'CDF' }, { currency: 'CDF' })
    const changes = await changesOf(() => decidesByHand(admin, path, 'succeeded', { amount: '10001.00' }))
    expect(changes['gatewayB:clearing CDF']).toBe(-1_000_100)
    expect(await refundsOf(id)).toMatchObject([{ status: 'REQUESTED', amount: '1.00', currency: 'CDF' }])
    await booksAgree()
  })

  it('8.2.1 the surplus goes back when an ADMIN sends it, and the order goes on', async () => {
    const admin = await signUp('ADMIN')
    const { path, id, phone } = await inReview('wrongAmount')
    await decidesByHand(admin, path, 'succeeded', { amount: '26.00' })
    const [surplus] = await refundsOf(id)
    await sends(admin, surplus.id)
    await ends(phone, 'approve')
    expect((await arrivalsAt(phone)).map(({ amount }) => Number(amount))).toEqual([1])
    expect(await orderStatus(id)).toBe('PENDING_SELLER_REVIEW')
    await booksAgree()
  })

  it('8.2.1 less goes back as a REQUESTED refund, and the order stays unpaid and payable', async () => {
    const admin = await signUp('ADMIN')
    const { market, path, id, phone } = await inReview('wrongCurrency')
    const changes = await changesOf(() => decidesByHand(admin, path, 'succeeded', { amount: '20.00' }))
    expect(changes['gatewayB:clearing']).toBe(-2000)
    const row = await orderRow(id)
    expect(row?.status).toBe('PENDING_PAYMENT')
    expect(row?.paymentStatus).not.toBe('PAID')
    expect(await refundsOf(id)).toMatchObject([{ status: 'REQUESTED', amount: '20.00', currency: 'USD' }])
    expect(await outgoing(phone)).toEqual([])
    await booksAgree()
    const second = freshPhone()
    ok(
      await call(market.buyer, 'POST', `/orders/${id}/pay`, {
        payerPhoneNumber: second,
        network: 'vodacom',
        countryCode: 'CD',
      }),
    )
    await approve(second)
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    await booksAgree()
  })

  it('8.2.1 of a deposit books what came too, and the surplus waits as a REQUESTED refund', async () => {
    const admin = await signUp('ADMIN')
    await setFault({ gateway: 'A', fault: 'wrongAmount', kind: 'deposit' })
    const { phone, depositId, seller } = await asksFor((await newPlan(monthly('5.00'))).id)
    await approve(phone)
    expect(refusal(await saysByHand(admin, movementPath(depositId), 'failed'))).toEqual(DISAGREES)
    const changes = await changesOf(() =>
      decidesByHand(admin, movementPath(depositId), 'succeeded', { amount: '6.00' }),
    )
    expect(changes['gatewayA:clearing']).toBe(-600)
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')
    const { refunds } = ok(await call(admin, 'GET', '/refunds?limit=100&status=REQUESTED'))
    expect(
      refunds.filter(
        ({ amount, gateway }: { amount: string; gateway: string }) => amount === '1.00' && gateway === 'A',
      ),
    ).toHaveLength(1)
    await booksAgree()
  })

  it('8.2.1 an amount is money: zero, negative, with half centimes is 400', async () => {
    const admin = await signUp('ADMIN')
    const { path } = await inReview('wrongAmount')
    for (const amount of ['0', '-1.00', '26.005', '1e3'])
      expect((await saysByHand(admin, path, 'succeeded', { amount })).status, amount).toBe(400)
  })
})

describe('who hears of a decision', () => {
  it('8.2.1 every ADMIN, by mail: of a payin, a refund and a payout of gateway A', async () => {
    const begun = await signUp('ADMIN')
    const refund = await refundOnItsWay(begun)
    const payout = await adminPayout(begun)
    await unheard('payout')
    const [admin, other] = [await again(begun), await again(await signUp('ADMIN'))]
    for (const { path } of [refund, payout]) {
      const step = await asksByHand(admin, path, 'succeeded')
      await hearsOfIt(other, async () => ok(await confirmsByHand(admin, path, step)))
      await minuteCronAfter(2 * MINUTE)
    }
  })
})
