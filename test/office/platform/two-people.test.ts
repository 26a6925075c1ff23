import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { all, first } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { deliveredOrder, newMarket, paidOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { payoutBody } from '#testing/fixtures/payouts.ts'
import { changeUser, isSignedIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { clearFaults, movementsOf, settleMovement } from '#testing/sandbox.ts'
import {
  acceptedOrder,
  askRefund,
  changesOf,
  confirmRefund,
  ends,
  GONE,
  ok,
  readRefund,
  refundByCode,
  refusal,
} from '#testing/stories/books.ts'
import {
  arrivalsAt,
  booksAgree,
  decidesByHand,
  firstStep,
  HELD,
  hearsOfIt,
  movementPath,
  passes,
  proofPasses,
  prove,
  refundPath,
  saysByHand,
  UNPROVEN,
  unheard,
  wrongOf,
} from '#testing/stories/decisions.ts'
import { newExpense } from '#testing/stories/expenses.ts'
import { again, DAY, HOUR, MINUTE } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { payer } from '#testing/stories/subscriptions.ts'

// Rule 8.2.2: two people. A refund goes to another number only with a code bound to refund, amount and number, and only to a verified
// number of the buyer or one that paid an order of theirs; one made FAILED by hand waits for the gateway's word. What changes who is
// staff, platform settings, restore and delete need proof of the owner, and all ADMINs are mailed. Who is ADMIN or free since less than
// 24 h approves nothing about money (APPROVER_HELD). One's own subscription payments are one's own purchases.
//
// Silent: the status of a number that is not the buyer's (refused, nothing sent); whether the proof is asked for where a customer's role
// changes; whether the direct refund and a retry to the same number, which take no code, count as approving;
// whether an approver is held at the request or at the code; in which order REAUTH_REQUIRED and APPROVER_HELD come.

clockGoesOn()
afterEach(() => clearFaults())

const AIRTEL = { network: 'airtel', countryCode: 'CD' }
const another = () => freshPhone('123', '24397')
const retry = (as: Person, id: string, body: object = {}) => call(as, 'POST', `/refunds/${id}/retry`, body)

/** An order whose refund its operator did not pay. */
async function failedRefund(make: typeof paidOrder = paidOrder) {
  const market = await newMarket()
  const order = await make(market)
  ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/refund`))
  await settleMovement((await sentRefund(order.id)).id, 'refuse')
  const id = (await refundOf(order.id))?.id ?? ''
  return { market, order, id, phone: order.payerPhoneNumber as string }
}
/** A verified number of somebody. */
async function verified(person: Person): Promise<string> {
  const phone = another()
  await changeUser(person.id, 'phone = ?, phone_verified_at = 1', phone)
  return phone
}

describe('a refund to another number', () => {
  it('8.2.2 needs a code: the first step sends nothing, the code sends to that number, once', async () => {
    const { market, id, order } = await failedRefund()
    const phoneNumber = await verified(market.buyer)
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    let step = { pendingId: '', code: '' }
    const changes = await changesOf(async () => {
      const asked = await firstStep(admin, () => retry(admin, id, { phoneNumber, ...AIRTEL }))
      step = asked
      expect(await movementsOf(phoneNumber)).toEqual([])
      expect(refusal(await confirmRefund(admin, asked.pendingId, wrongOf(asked).code))[0]).toBe(401)
      expect(refusal(await confirmRefund(other, asked.pendingId, asked.code))).toEqual(GONE)
    })
    expect(changes).toEqual({})
    expect(await movementsOf(phoneNumber)).toEqual([])
    const answers = await together(5, () => confirmRefund(admin, step.pendingId, step.code))
    expect(tally(answers)['201']).toBe(1)
    await settleMovement((await sentRefund(order.id)).id, 'approve')
    expect(await arrivalsAt(phoneNumber)).toMatchObject([{ kind: 'payout', amount: '27' }])
    expect((await refundOf(order.id))?.status).toBe('SUCCEEDED')
    await booksAgree()
  })

  it('8.2.2 goes to a number that paid another order of the buyer', async () => {
    const { market, id, order } = await failedRefund()
    const phoneNumber = another()
    await paidOrder(market, { payerPhoneNumber: phoneNumber, network: 'airtel' })
    const admin = await signUp('ADMIN')
    const step = await firstStep(admin, () => retry(admin, id, { phoneNumber, ...AIRTEL }))
    ok(await confirmRefund(admin, step.pendingId, step.code))
    await settleMovement((await sentRefund(order.id)).id, 'approve')
    expect((await arrivalsAt(phoneNumber)).map(({ kind }) => kind)).toContain('payout')
  })

  it("8.2.2 goes to nobody else's: a stranger's, the ADMIN's, one not verified, one that refused to pay, one that paid another buyer's order", async () => {
    const { market, id } = await failedRefund()
    const admin = await signUp('ADMIN')
    const unverified = another()
    await changeUser(market.buyer.id, 'phone = ?, phone_verified_at = NULL', unverified)
    const refused = another()
    ok(
      await call(market.buyer, 'POST', '/orders', {
        ...{ shopId: market.seller.shopId, items: [{ variantId: market.variantId, quantity: 1 }] },
        ...{ fulfillmentMethod: 'PICKUP', paymentMethod: 'MOBILE_MONEY', currency: 'USD' },
        ...{ payerPhoneNumber: refused, ...AIRTEL },
      }),
    )
    await settleMovement((await movementsOf(refused))[0]?.id ?? '', 'refuse')
    const elsewhere = another()
    await paidOrder(await newMarket(), { payerPhoneNumber: elsewhere, network: 'airtel' })
    for (const phoneNumber of [another(), await verified(admin), unverified, refused, elsewhere]) {
      const changes = await changesOf(async () => {
        const { status } = await retry(admin, id, { phoneNumber, ...AIRTEL })
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      })
      expect(changes).toEqual({})
    }
    expect((await readRefund(admin, id)).status).toBe('FAILED')
  })

  it('8.2.2 the code is for one number: a newer request for another one ends the older code', async () => {
    const { market, id, order } = await failedRefund()
    const [one, two] = [another(), another()]
    for (const payerPhoneNumber of [one, two])
      await paidOrder(market, { payerPhoneNumber, network: 'airtel', quantity: 1 })
    const admin = await signUp('ADMIN')
    const older = await firstStep(admin, () => retry(admin, id, { phoneNumber: one, ...AIRTEL }))
    const newer = await firstStep(admin, () => retry(admin, id, { phoneNumber: two, ...AIRTEL }))
    if (older.code !== newer.code) {
      expect((await confirmRefund(admin, older.pendingId, older.code)).status).toBeGreaterThanOrEqual(400)
      ok(await confirmRefund(admin, newer.pendingId, newer.code))
      await settleMovement((await sentRefund(order.id)).id, 'approve')
      expect((await arrivalsAt(two)).map(({ kind }) => kind)).toContain('payout')
    }
    expect((await movementsOf(one)).filter(({ kind }) => kind === 'payout')).toEqual([])
  })

  it('8.2.2 the code is worth nothing once the refund was sent to its own number meanwhile', async () => {
    const { market, id, phone } = await failedRefund()
    const phoneNumber = await verified(market.buyer)
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const step = await firstStep(admin, () => retry(admin, id, { phoneNumber, ...AIRTEL }))
    ok(await retry(other, id))
    expect((await confirmRefund(admin, step.pendingId, step.code)).status).toBeGreaterThanOrEqual(400)
    expect(await movementsOf(phoneNumber)).toEqual([])
    await ends(phone, 'approve')
    await booksAgree()
  })

  it('8.2.2 to its own number goes without a code, by an ADMIN only', async () => {
    const { id, phone } = await failedRefund()
    for (const role of ['SUPPORT', 'ACCOUNTANT'] as const)
      expect((await retry(await signUp(role), id)).status).toBe(403)
    ok(await retry(await signUp('ADMIN'), id))
    await ends(phone, 'approve')
    await booksAgree()
  })

  it('8.2.2 of an order that was delivered needs it too', async () => {
    const { market, id } = await failedRefund((market) => deliveredOrder(market))
    const phoneNumber = await verified(market.buyer)
    const admin = await signUp('ADMIN')
    await firstStep(admin, () => retry(admin, id, { phoneNumber, ...AIRTEL }))
    expect(await movementsOf(phoneNumber)).toEqual([])
  })
})

describe('a refund that people said had failed', () => {
  it('8.2.2 is not sent again, to its own number or another, before the gateway says so; then it is', async () => {
    const begun = await signUp('ADMIN')
    const market = await newMarket()
    const order = await acceptedOrder(market)
    const id = await refundByCode(begun, { orderId: order.id, amount: '5.00' })
    const phoneNumber = await verified(market.buyer)
    await unheard('payout')
    const admin = await again(begun)
    await decidesByHand(admin, refundPath(id), 'failed')
    expect((await readRefund(admin, id)).status).toBe('FAILED')
    const changes = await changesOf(async () => {
      for (const body of [{}, { phoneNumber, ...AIRTEL }]) expect((await retry(admin, id, body)).status).toBe(409)
    })
    expect(changes).toEqual({})
    const [movement] = (await movementsOf(order.payerPhoneNumber)).filter(({ kind }) => kind === 'payout')
    await settleMovement(movement?.id ?? '', 'refuse', ['silent'])
    await passes(DAY)
    await passes(DAY)
    ok(await retry(await again(admin), id))
    await ends(order.payerPhoneNumber, 'approve')
    expect(await arrivalsAt(order.payerPhoneNumber)).toHaveLength(1)
    await booksAgree()
  })
})

describe('what changes who is staff, and how the platform works', () => {
  type Act = { path: string; method?: string; body?: object; unchanged: () => Promise<unknown> }
  const role = (id: string) => () => first('SELECT role, blocked_at, deleted_at FROM users WHERE id = ?', id)
  const acts: [string, () => Promise<Act>][] = [
    ...(['ADMIN', 'SUPPORT', 'ACCOUNTANT'] as const).map((to): [string, () => Promise<Act>] => [
      `giving the role ${to}`,
      async () => {
        const { id } = await signUp()
        return { path: `/users/${id}/role`, body: { role: to }, unchanged: role(id) }
      },
    ]),
    [
      'taking a staff role',
      async () => {
        const { id } = await signUp('SUPPORT')
        return { path: `/users/${id}/role`, body: { role: 'BUYER' }, unchanged: role(id) }
      },
    ],
    [
      'blocking staff',
      async () => {
        const { id } = await signUp('ADMIN')
        return { path: `/users/${id}/block`, body: { reason: 'Compte volé' }, unchanged: role(id) }
      },
    ],
    [
      'freeing staff',
      async () => {
        const { id } = await signUp('SUPPORT')
        await changeUser(id, 'blocked_at = 1')
        return { path: `/users/${id}/unblock`, body: {}, unchanged: role(id) }
      },
    ],
    [
      'resetting factors',
      async () => {
        const { id, token } = await signUp('SUPPORT')
        return {
          path: `/users/${id}/force-logout`,
          body: { resetFactors: true },
          unchanged: () => isSignedIn(token),
        }
      },
    ],
    [
      'deleting an account',
      async () => {
        const { id } = await signUp()
        return { path: `/users/${id}/delete`, body: { reason: 'Parti' }, unchanged: role(id) }
      },
    ],
    [
      'restoring an account',
      async () => {
        const { id } = await signUp()
        ok(await call(await signUp('ADMIN'), 'POST', `/users/${id}/delete`, { reason: 'Parti' }))
        return { path: `/users/${id}/restore`, unchanged: role(id) }
      },
    ],
    [
      'platform settings',
      async () => ({
        path: '/wallet/settings/platform',
        method: 'PUT',
        body: { currency: 'USD', maxPayoutPerDay: '900.00' },
        unchanged: async () => ok(await call(await signUp('ACCOUNTANT'), 'GET', '/wallet/settings/platform')).settings,
      }),
    ],
  ]

  it.each(acts)('8.2.2 %s needs proof of the owner, and mails all ADMINs', async (_, make) => {
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const { path, method = 'POST', body, unchanged } = await make()
    proofPasses()
    const before = await unchanged()
    expect(refusal(await call(admin, method, path, body))).toEqual(UNPROVEN)
    expect(await unchanged()).toEqual(before)
    await prove(admin)
    await hearsOfIt(other, async () => ok(await call(admin, method, path, body)))
    expect(await unchanged()).not.toEqual(before)
  })

  it('8.2.2 SUPPORT blocks another of the team only with proof too', async () => {
    const [support, colleague] = [await signUp('SUPPORT'), await signUp('SUPPORT')]
    proofPasses()
    const answer = await call(support, 'POST', `/users/${colleague.id}/block`, { reason: 'Essai' })
    expect(answer.status).toBe(403)
    expect(await role(colleague.id)()).toMatchObject({ blocked_at: null })
  })

  it('8.2.2 blocking a buyer needs none', async () => {
    const [support, buyer] = [await signUp('SUPPORT'), await signUp()]
    proofPasses()
    ok(await call(support, 'POST', `/users/${buyer.id}/block`, { reason: 'Abus' }))
  })
})

/** Everything that approves something about money, as far as it gets: the refusal it ends with, or none. */
async function approvals(
  admin: Person,
): Promise<[string, () => Promise<{ status: number; error?: { reason?: string } }>][]> {
  const [two, four] = [await paidOrder(await newMarket()), await failedRefund()]
  const phoneNumber = await verified(four.market.buyer)
  const expense = await newExpense(await signUp('ACCOUNTANT'))
  const twoSteps = async (
    ask: () => ReturnType<typeof call>,
    confirm: (step: { pendingId: string; code: string }) => ReturnType<typeof call>,
  ) => {
    const answer = await ask()
    if (answer.error) return answer
    const step = await firstStep(admin, async () => ({ ...answer }))
    return confirm(step)
  }
  return [
    [
      'a refund by code',
      () =>
        twoSteps(
          () => askRefund(admin, { orderId: two.id }),
          (step) => confirmRefund(admin, step.pendingId, step.code),
        ),
    ],
    ['a retry to another number', () => retry(admin, four.id, { phoneNumber, ...AIRTEL })],
    ['a payout', () => call(admin, 'POST', '/payouts/request-approval', payoutBody())],
    ['an expense', () => call(admin, 'POST', `/expenses/${expense.id}/approve/request`)],
  ]
}

describe('who became ADMIN less than 24 h ago', () => {
  /** Somebody whom an ADMIN made ADMIN just now. */
  async function newcomer(): Promise<Person> {
    const person = await signUp()
    ok(await call(await signUp('ADMIN'), 'POST', `/users/${person.id}/role`, { role: 'ADMIN' }))
    return { ...(await again(person)), role: 'ADMIN' }
  }

  it('8.2.2 approves no refund by code, no payout, no expense, no refund to another number: 409 APPROVER_HELD, nothing moved', async () => {
    const admin = await newcomer()
    for (const [name, act] of await approvals(admin)) {
      const changes = await changesOf(async () => expect(refusal((await act()) as never), name).toEqual(HELD))
      expect(changes, name).toEqual({})
    }
  })

  it('8.2.2 decides no movement by hand', async () => {
    const phone = freshPhone('129')
    const owner = await newWalletOwner('SELLER', { USD: 5000 }, { phone, network: 'vodacom', country: 'CD' })
    ok(await withdraw(owner, 'USD', '25.00', await withdrawalCode(owner, 'USD', '25.00')))
    const movement = await first<{ id: string }>('SELECT id FROM gateway_transactions WHERE phone = ?', phone)
    await unheard('payout')
    const admin = await newcomer()
    const answer = await saysByHand(admin, movementPath(movement?.id), 'failed')
    if (!answer.error) {
      const step = await firstStep(admin, async () => answer)
      expect(refusal(await call(admin, 'POST', `${movementPath(movement?.id)}/resolve`, step))).toEqual(HELD)
    } else expect(refusal(answer)).toEqual(HELD)
  })

  it('8.2.2 may a day later', async () => {
    const person = await newcomer()
    await minuteCronAfter(23 * HOUR)
    let admin: Person = { ...(await again(person)), role: 'ADMIN' }
    const order = await paidOrder(await newMarket())
    expect(refusal(await askRefund(admin, { orderId: order.id }))).toEqual(HELD)
    await minuteCronAfter(HOUR + MINUTE)
    admin = { ...(await again(person)), role: 'ADMIN' }
    await refundByCode(admin, { orderId: order.id, amount: '1.00' })
  })

  it('8.2.2 nor does who was freed from a block, for a day', async () => {
    const [person, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    await minuteCronAfter(2 * DAY)
    const free = await again(other)
    ok(await call(free, 'POST', `/users/${person.id}/block`, { reason: 'Téléphone perdu' }))
    await minuteCronAfter(HOUR)
    ok(await call(await again(other), 'POST', `/users/${person.id}/unblock`, {}))
    let admin = await again(person)
    const order = await paidOrder(await newMarket())
    const changes = await changesOf(async () => {
      expect(refusal(await askRefund(admin, { orderId: order.id }))).toEqual(HELD)
      expect(refusal(await call(admin, 'POST', '/payouts/request-approval', payoutBody()))).toEqual(HELD)
    })
    expect(changes).toEqual({})
    await minuteCronAfter(DAY + MINUTE)
    admin = await again(person)
    await refundByCode(admin, { orderId: (await paidOrder(await newMarket())).id, amount: '1.00' })
  })

  it('8.2.2 who lost the role between the request and the code approves nothing', async () => {
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const order = await paidOrder(await newMarket())
    const step = await firstStep(admin, () => askRefund(admin, { orderId: order.id }))
    ok(await call(other, 'POST', `/users/${admin.id}/role`, { role: 'SUPPORT' }))
    expect([401, 403]).toContain((await confirmRefund(admin, step.pendingId, step.code)).status)
  })
})

describe('what is one’s own', () => {
  it('8.2.2 a subscription payment of one’s own is given back by another ADMIN only', async () => {
    const { seller, payment } = await payer()
    ok(await call(await signUp('ADMIN'), 'POST', `/users/${seller.id}/role`, { role: 'ADMIN' }))
    await minuteCronAfter(2 * DAY)
    const admin: Person = { ...(await again(seller)), role: 'ADMIN' }
    const changes = await changesOf(async () => {
      const answer = await askRefund(admin, { subscriptionPaymentId: payment.id })
      expect(answer.status).toBe(409)
      expect(answer.error?.reason).not.toBe('APPROVER_HELD')
    })
    expect(changes).toEqual({})
    await refundByCode(await again(await signUp('ADMIN')), { subscriptionPaymentId: payment.id })
  })

  it('8.2.2 an ADMIN who is blocked is still another ADMIN: one’s own purchase stays theirs to decide', async () => {
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const order = await paidOrder({ ...(await newMarket()), buyer: admin })
    const everybody = await all<{ id: string }>(
      "SELECT id FROM users WHERE role = 'ADMIN' AND id <> ? AND blocked_at IS NULL AND deleted_at IS NULL",
      admin.id,
    )
    for (const { id } of everybody) ok(await call(admin, 'POST', `/users/${id}/block`, { reason: 'Essai' }))
    expect(other.id).not.toBe(admin.id)
    const changes = await changesOf(async () => {
      expect((await call(admin, 'POST', `/orders/admin/${order.id}/refund`)).status).toBe(409)
      expect((await askRefund(admin, { orderId: order.id })).status).toBe(409)
    })
    expect(changes).toEqual({})
  })
})

describe('proof by', () => {
  it('8.2.2 the password, within ten minutes; a wrong one proves nothing', async () => {
    const [admin, somebody] = [await signUp('ADMIN'), await signUp()]
    proofPasses()
    expect((await call(admin, 'POST', '/auth/reauthenticate', { password: `${PASSWORD}x` })).status).toBe(401)
    expect(refusal(await call(admin, 'POST', `/users/${somebody.id}/role`, { role: 'SUPPORT' }))).toEqual(UNPROVEN)
  })
})
