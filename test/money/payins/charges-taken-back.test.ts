import { afterEach, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { holdWhole } from '#testing/laws.ts'
import { approve, clearFaults } from '#testing/sandbox.ts'
import { ok, withCode } from '#testing/stories/books.ts'

// Rule 7.2.10: of the accounts a payout is paid from only platform:cash may go below zero. A charge of staff that its operator
// takes back (7.2.4) after its money was paid out from platform:charges must not take that account below zero.
//
// Silent: who pays for it (tested: platform:cash, as for commission and subscriptions).

afterEach(() => clearFaults())

async function lawful(_admin: Person) {
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
}

it('a charge whose money was paid out is taken back: our cash pays', async () => {
  const admin = await signUp('ADMIN')
  const phone = freshPhone()
  const { orderId } = ok(await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: phone })))
  await approve(phone)
  const have = await balance('platform:charges', 'USD')
  expect(have).toBeGreaterThan(0)
  await letResend(admin)
  const body = {
    ...{ amount: (have / 100).toFixed(2), currency: 'USD', phoneNumber: '243813456789', provider: 'VODACOM_MPESA_COD' },
    ...{ country: 'CD', reason: 'Versement des encaissements', account: 'platform:charges' },
  }
  const { data, code } = await withCode(admin, () => call(admin, 'POST', '/payouts/request-approval', body))
  const sent = await call(admin, 'POST', '/gatewayA/payouts/confirm', { pendingId: data.pendingId, code })
  expect(sent.error, JSON.stringify(sent.error)).toBeUndefined()
  expect(await balance('platform:charges', 'USD')).toBe(0)
  const cash = await balance('platform:cash', 'USD')
  const { transactions } = ok(await call(admin, 'GET', '/gatewayB/transactions?limit=100'))
  const { id } = transactions.find((row: { orderId: string }) => row.orderId === orderId)
  ok(await decideByHand(admin, `/gatewayB/transactions/${id}/resolve`, { outcome: 'reversed', note: 'Repris' }))
  await lawful(admin)
  expect(await balance('platform:charges', 'USD')).toBe(0)
  expect(await balance('platform:cash', 'USD')).toBe(cash - 1250)
})
