import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { holdWhole } from '#testing/laws.ts'
import { approve, clearFaults } from '#testing/sandbox.ts'
import {
  askedRefund,
  askRefund,
  changesOf,
  confirmRefund,
  ends,
  ok,
  outgoing,
  readRefund,
  rowsIn,
  WHY,
} from '#testing/stories/books.ts'
import { again, breaks, MINUTE, ticks } from '#testing/stories/money.ts'

// Rule: an operator takes the deposit of a subscription back while its refund is on its way, or after it. It goes back twice then, our
// cash pays for it, and the incident says so with the amount. Should the refund then fail, its money comes to our cash, which paid for
// the reversal, and the refund is over: nothing waits for ever. A rejected refund that arrives after all gives the payment back: no
// other one is sent for it.

afterEach(() => clearFaults())

async function paidSubscription(admin: Person) {
  const seller = await newSeller()
  const plan = await newPlan(monthly('5.00'))
  const phone = freshPhone()
  ok(await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone)))
  await approve(phone)
  const payments = async () => ok(await call(seller, 'GET', '/subscriptions/me/payments')).payments
  const what = { subscriptionPaymentId: (await payments())[0].id as string }
  const send = async () => {
    const { id, pendingId, code } = await askedRefund(admin, what)
    ok(await confirmRefund(admin, pendingId, code))
    return id
  }
  const takeBack = async () => {
    const deposit = await first<{ id: string }>(
      `SELECT id FROM gateway_transactions WHERE subject_id = ? AND purpose = 'SUBSCRIPTION'`,
      what.subscriptionPaymentId,
    )
    const reversed = { outcome: 'reversed', note: 'Repris' }
    ok(await decideByHand(admin, `/gatewayB/transactions/${deposit?.id}/resolve`, reversed))
    return deposit?.id
  }
  const said = async (ref: string) =>
    (await first<{ description: string }>('SELECT description FROM incidents WHERE ref = ?', ref))?.description
  const invoices = async () => rowsIn(ok(await call(seller, 'GET', '/invoices/me')))
  return { phone, what, send, takeBack, said, payments, invoices }
}
async function lawful(_admin: Person) {
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
}

describe('a deposit that is taken back while its refund is on its way', () => {
  it('ends a refund that then fails, and its money comes to our cash', async () => {
    const admin = await signUp('ADMIN')
    const { phone, send, takeBack } = await paidSubscription(admin)
    const id = await send()
    await takeBack()
    const changes = await changesOf(() => ends(phone, 'refuse'))
    expect(changes).toEqual({ 'refunds:inFlight': -500, 'platform:cash': 500 })
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
    await lawful(admin)
  })

  it('leaves our cash where the refund arrives, and its incident says how much', async () => {
    const admin = await signUp('ADMIN')
    await paidSubscription(admin)
    const { phone, what, send, takeBack, said, payments } = await paidSubscription(admin)
    const id = await send()
    let deposit: string | undefined
    expect(
      await changesOf(async () => {
        deposit = await takeBack()
      }),
    ).toEqual({ 'platform:cash': -500, 'gatewayA:clearing': 500 })
    expect(await said(`reversedDeposit:${deposit}`)).toMatch(/\(5 USD\).*manquent à notre caisse/)
    expect(await said(`reversedDeposit:${deposit}`)).toContain(id)
    expect(await changesOf(() => ends(phone, 'approve'))).toEqual({
      'refunds:inFlight': -500,
      'gatewayA:clearing': 500,
    })
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
    expect((await payments())[0].status).toBe('REFUNDED')
    await letResend(admin)
    expect((await askRefund(admin, what)).status).toBe(409)
    await lawful(admin)
  })
})

describe('a deposit that is taken back before its refund could be sent', () => {
  it('does not go back as well: its money comes to our cash', async () => {
    const admin = await signUp('ADMIN')
    const { phone, send, takeBack } = await paidSubscription(admin)
    await breaks('A', 'unauthorized', { kind: 'refund' })
    const id = await send()
    await takeBack()
    await clearFaults()
    await ticks(Date.now(), [2 * MINUTE, 4 * MINUTE])
    expect(await outgoing(phone)).toEqual([])
    expect((await readRefund(await again(admin), id)).status).toBe('SUCCEEDED')
    await lawful(await again(admin))
  })
})

describe('a deposit that is taken back once its refund has arrived', () => {
  it('leaves our cash, and its incident says how much', async () => {
    const admin = await signUp('ADMIN')
    await paidSubscription(admin)
    const { phone, send, takeBack, said } = await paidSubscription(admin)
    await send()
    await ends(phone, 'approve')
    let deposit: string | undefined
    expect(
      await changesOf(async () => {
        deposit = await takeBack()
      }),
    ).toEqual({ 'platform:cash': -500, 'gatewayA:clearing': 500 })
    expect(await said(`reversedDeposit:${deposit}`)).toMatch(/\(5 USD\).*manquent à notre caisse/)
    await lawful(admin)
  })

  it('says nothing of our cash where nothing was given back', async () => {
    const admin = await signUp('ADMIN')
    const { takeBack, said } = await paidSubscription(admin)
    expect(await changesOf(takeBack)).toEqual({ 'platform:subscriptions': -500, 'gatewayA:clearing': 500 })
    const [deposit] = [
      await first<{ ref: string }>(
        `SELECT ref FROM incidents WHERE ref GLOB 'reversedDeposit:*' ORDER BY created_at DESC`,
      ),
    ]
    expect(await said(deposit?.ref ?? '')).not.toContain('caisse')
    await lawful(admin)
  })
})

describe('a rejected refund of a subscription that arrives after all', () => {
  async function rejected(admin: Person) {
    const paid = await paidSubscription(admin)
    const id = await paid.send()
    await ends(paid.phone, 'refuse')
    ok(await call(admin, 'POST', `/refunds/${id}/reject`, { reason: WHY }))
    const late = () => decideByHand(admin, `/refunds/${id}/resolve`, { outcome: 'lateSuccess', note: 'Arrivé' })
    return { ...paid, id, late }
  }

  it('gives the payment back, and nothing more can be sent for it', async () => {
    const admin = await signUp('ADMIN')
    const { what, late, payments, invoices, phone } = await rejected(admin)
    expect(await changesOf(async () => ok(await late()))).toEqual({
      'platform:subscriptions': -500,
      'gatewayA:clearing': 500,
    })
    expect((await payments())[0].status).toBe('REFUNDED')
    expect(await invoices()).toMatchObject([{ status: 'VOID' }])
    expect((await late()).status).toBe(409)
    await letResend(admin)
    expect((await askRefund(admin, what)).status).toBe(409)
    expect(await outgoing(phone)).toHaveLength(1)
    await lawful(admin)
  })

  it('ends another one that waits for its code', async () => {
    const admin = await signUp('ADMIN')
    const { what, late, phone } = await rejected(admin)
    const asked = await askedRefund(admin, what)
    ok(await late())
    expect((await readRefund(admin, asked.id)).status).toBe('SUCCEEDED')
    expect((await confirmRefund(admin, asked.pendingId, asked.code)).status).toBe(409)
    expect(await outgoing(phone)).toHaveLength(1)
    await lawful(admin)
  })

  it('waits for another one that is on its way', async () => {
    const admin = await signUp('ADMIN')
    const { late, send, phone } = await rejected(admin)
    await send()
    expect((await late()).status).toBe(409)
    await ends(phone, 'refuse')
    expect(await changesOf(async () => ok(await late()))).toEqual({
      'platform:subscriptions': -500,
      'gatewayA:clearing': 500,
    })
    await lawful(admin)
  })

  it('is our loss once another one has arrived', async () => {
    const admin = await signUp('ADMIN')
    const { late, send, phone } = await rejected(admin)
    await send()
    await ends(phone, 'approve')
    expect(await changesOf(async () => ok(await late()))).toEqual({ 'platform:cash': -500, 'gatewayA:clearing': 500 })
    await lawful(admin)
  })
})
