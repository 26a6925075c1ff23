import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#kernel/time.ts'
import { call, type Person } from '#testing/api.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { newMarket, paidOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { payoutBody, pendingPayout, requestPayout } from '#testing/fixtures/payouts.ts'
import { changeUser, signIn, signUp, userRow } from '#testing/fixtures/people.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'
import { settleMovement, until } from '#testing/sandbox.ts'
import { moveNow, refundByCode, withCode } from '#testing/stories/books.ts'
import { newExpense } from '#testing/stories/expenses.ts'

const give = (admin: Person, { id }: Person, role: string) => call(admin, 'POST', `/users/${id}/role`, { role })
const refusal = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.reason]
const HELD = [409, 'APPROVER_HELD']

/** Somebody whom an ADMIN has just made one. */
async function newAdmin(): Promise<{ admin: Person; fresh: Person }> {
  const [admin, person] = [await signUp('ADMIN'), await signUp()]
  expect((await give(admin, person, 'ADMIN')).status).toBe(200)
  return { admin, fresh: await signIn(person.email, 'ADMIN') }
}
describe('who became ADMIN less than 24 hours ago', () => {
  it('is sent no code for anything about money, and gateway A is not asked for it', async () => {
    const { fresh } = await newAdmin()
    expect(refusal(await requestPayout(fresh, payoutBody()))).toEqual(HELD)
    expect(await count('outbox WHERE recipient = ? AND kind GLOB ?', fresh.email, 'code.*payout*')).toBe(0)
    expect(await count('payouts WHERE requested_by = ?', fresh.id)).toBe(0)
  })

  it('approves nothing by a code that is there already', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin)
    await changeUser(admin.id, 'approvals_held_until = ?', Date.now() + HOUR_MS)
    const confirm = () => call(admin, 'POST', '/gatewayA/payouts/confirm', { pendingId, code })
    expect(refusal(await confirm())).toEqual(HELD)
    await changeUser(admin.id, 'approvals_held_until = ?', Date.now() - 1)
    expect((await confirm()).status).toBe(201)
  })

  it('approves once the 24 hours are over, and says until when before', async () => {
    const { admin, fresh } = await newAdmin()
    const { approvals_held_until: until } = (await userRow(fresh.id)) as { approvals_held_until: number }
    expect(Math.abs(until - Date.now() - 24 * HOUR_MS)).toBeLessThan(60_000)
    const shown = new Date(until).toISOString()
    expect((await call(admin, 'GET', `/users/${fresh.id}`)).data.approvalsHeldUntil).toBe(shown)
    expect((await call(fresh, 'GET', '/auth/me')).data.approvalsHeldUntil).toBe(shown)
    await changeUser(fresh.id, 'approvals_held_until = ?', Date.now())
    expect((await call(fresh, 'GET', '/auth/me')).data.approvalsHeldUntil).toBeNull()
    expect((await requestPayout(fresh, payoutBody())).status).toBe(201)
  })

  it('is neither who was ADMIN from the beginning nor who has another role', async () => {
    const [admin, person] = [await signUp('ADMIN'), await signUp()]
    expect((await give(admin, person, 'SUPPORT')).status).toBe(200)
    expect((await call(admin, 'GET', `/users/${person.id}`)).data.approvalsHeldUntil).toBeNull()
    expect((await call(admin, 'GET', '/auth/me')).data.approvalsHeldUntil).toBeNull()
    expect((await requestPayout(admin, payoutBody())).status).toBe(201)
  })
})

describe('an act about money that takes no code', () => {
  it('is none of an ADMIN of less than 24 hours', async () => {
    const [admin, held, market] = [await signUp('ADMIN'), await signUp('ADMIN'), await newMarket()]
    const [paid, failed, owner] = [
      await paidOrder(market),
      await paidOrder(market),
      await newWalletOwner('SELLER', { USD: 100 }),
    ]
    const refundId = await refundByCode(admin, { orderId: failed.id, amount: '5.00' })
    await settleMovement((await sentRefund(failed.id)).id, 'refuse')
    await until(async () => (await refundOf(failed.id))?.status === 'FAILED', 'the verdict')
    await moveNow('platform:cash', 'platform:charges', 1)
    const moved = await first('SELECT id FROM transfers ORDER BY rowid DESC LIMIT 1')
    const wallet = `/wallet/admin/${owner.ownerId}`
    expect((await call(admin, 'POST', `${wallet}/freeze`, { reason: 'Doute' })).status).toBe(200)
    const RATES = '/products/exchange-rates'
    const pair = { baseCurrency: 'USD', quoteCurrency: 'RWF' }
    const old = new Date(Date.now() - 2 * 24 * HOUR_MS).toISOString()
    await call(admin, 'POST', RATES, { ...pair, rate: '1465', effectiveAt: old })
    const acts: [string, string, object][] = [
      ['POST', `/orders/admin/${paid.id}/refund`, {}],
      ['POST', `/refunds/${refundId}/retry`, {}],
      ['POST', `/refunds/${refundId}/reject`, { reason: 'Colis gardé' }],
      ['POST', '/ledger/adjustments', { transferId: moved?.id, reason: 'Faux virement' }],
      ['POST', `${wallet}/unfreeze`, {}],
      ['POST', RATES, { ...pair, rate: '2930', confirmJump: true }],
      ['PUT', '/wallet/settings/platform', { currency: 'USD', commissionRate: '0.00' }],
    ]
    await changeUser(held.id, 'approvals_held_until = ?', Date.now() + HOUR_MS)
    for (const [method, path, body] of acts)
      expect([path, ...refusal(await call(held, method as 'POST', path, body))]).toEqual([path, ...HELD])
    await changeUser(held.id, 'approvals_held_until = ?', Date.now() - 1)
    for (const [method, path, body] of acts.filter(([, path]) => !path.endsWith('/reject')))
      expect((await call(held, method as 'POST', path, body)).status, path).toBeLessThan(300)
    await run('DELETE FROM exchange_rates')
  })
})

describe('an ADMIN who comes back', () => {
  it.each([
    ['from a block', ['block', { reason: 'Doute' }], ['unblock', {}]],
    ['from a deletion', ['delete', { reason: 'Départ' }], ['restore', {}]],
  ] as const)('%s approves nothing about money for 24 hours', async (_, [ends, body], [comesBack, reason]) => {
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    expect((await call(admin, 'POST', `/users/${other.id}/${ends}`, body)).status).toBe(200)
    expect((await call(admin, 'POST', `/users/${other.id}/${comesBack}`, reason)).status).toBe(200)
    const back = await signIn(other.email, 'ADMIN')
    expect(refusal(await requestPayout(back, payoutBody()))).toEqual(HELD)
  })
})

describe('who lost the role while a code was on its way', () => {
  it('approves nothing with it', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin)
    const cash = await first('SELECT balance_minor FROM accounts WHERE code = ?', 'platform:cash')
    await run("UPDATE users SET role = 'ACCOUNTANT' WHERE id = ?", admin.id)
    expect((await call(admin, 'POST', '/gatewayA/payouts/confirm', { pendingId, code })).status).toBe(403)
    expect(await first('SELECT balance_minor FROM accounts WHERE code = ?', 'platform:cash')).toEqual(cash)
  })
})

describe('another ADMIN, who must decide about one’s own expense', () => {
  const aWeekAgo = () => Date.now() - 7 * 24 * HOUR_MS
  const others = (id: string) => `role = 'ADMIN' AND id <> '${id}'`
  /** Nobody else was in office within seven days, until the test is over. */
  async function alone(admin: Person, test: () => Promise<void>) {
    await run(`UPDATE users SET blocked_at = ?1 WHERE ${others(admin.id)}`, aWeekAgo() - 1)
    await run('UPDATE users SET was_admin_until = ?1 WHERE was_admin_until > ?1', aWeekAgo() - 1)
    try {
      await test()
    } finally {
      await run(`UPDATE users SET blocked_at = NULL WHERE ${others(admin.id)}`)
    }
  }
  const ask = (as: Person, id: string) => call(as, 'POST', `/expenses/${id}/approve/request`)

  it('is also one who was blocked, deleted or given another role within 7 days', async () => {
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const { id } = await newExpense(admin)
    await alone(admin, async () => {
      for (const [act, body] of [
        ['block', { reason: 'Doute' }],
        ['delete', { reason: 'Départ' }],
        ['role', { role: 'BUYER' }],
      ] as const) {
        await changeUser(other.id, `role = 'ADMIN', blocked_at = NULL, deleted_at = NULL, was_admin_until = NULL`)
        expect((await call(admin, 'POST', `/users/${other.id}/${act}`, body)).status, act).toBe(200)
        expect((await ask(admin, id)).status, act).toBe(409)
      }
      await changeUser(other.id, 'was_admin_until = ?', aWeekAgo() - 1)
      expect((await ask(admin, id)).status).toBe(200)
    })
  })

  it('is needed no more where there was one for 7 days, and an incident says that they decided', async () => {
    const admin = await signUp('ADMIN')
    const { id } = await newExpense(admin)
    await alone(admin, async () => {
      const { code } = await withCode(admin, () => ask(admin, id))
      expect((await call(admin, 'POST', `/expenses/${id}/approve/confirm`, { code })).status).toBe(200)
    })
    expect(await count("incidents WHERE ref = ? AND status = 'OPEN'", `own:expense:${id}`)).toBe(1)
  })

  it('an ADMIN who came after the code was asked for counts', async () => {
    const admin = await signUp('ADMIN')
    const { id } = await newExpense(admin)
    let code = ''
    await alone(admin, async () => {
      code = (await withCode(admin, () => ask(admin, id))).code
    })
    expect((await call(admin, 'POST', `/expenses/${id}/approve/confirm`, { code })).status).toBe(409)
    expect(await count('incidents WHERE ref = ?', `own:expense:${id}`)).toBe(0)
  })
})
