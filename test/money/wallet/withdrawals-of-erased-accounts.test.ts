import { afterEach, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { letResend, newWalletOwner, type WalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { holdWhole } from '#testing/laws.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { ends, ok } from '#testing/stories/books.ts'
import { DAY } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule 7.2.4: reversed of a withdrawal gives it back (7.8: RETURNED), and each incident mails the ADMINs. Rule 7.2.1: nothing open is
// forgotten. Of somebody who is erased since, nobody can withdraw it again: it lies where an ADMIN can pay it from.
//
// lateSuccess of a withdrawal takes available to clearing (7.8): of an account that is erased since, nobody fills that wallet again, and it
// would stay below zero for ever. Only cash, clearing and fx may.
//
// Silent: where the money of an erased account lies (tested: platform:cash, which an admin payout is paid from, and which bears the loss).

afterEach(() => clearFaults())

/** Withdraws all that the wallet has, and hears what became of it. @returns the movement and its payout */
async function withdrawsAll(owner: WalletOwner, verdict: 'approve' | 'refuse') {
  await letResend(owner.person)
  ok(await withdraw(owner, 'USD', '50.00', await withdrawalCode(owner, 'USD', '50.00')))
  await ends(owner.phone, verdict)
  return first<{ id: string; payout: string }>(
    `SELECT g.id, p.id AS payout FROM gateway_transactions g JOIN payouts p ON p.id = g.subject_id
      WHERE p.owner_id = ? ORDER BY p.id DESC`,
    owner.ownerId,
  )
}

async function isErased(owner: WalletOwner) {
  ok(await call(await signUp('ADMIN'), 'POST', `/users/${owner.person.id}/delete`, { reason: 'Parti' }))
  await hourCronAfter(31 * DAY)
  const erased = await first<{ at: number }>('SELECT erased_at AS at FROM users WHERE id = ?', owner.person.id)
  expect(erased?.at).toBeGreaterThan(0)
}

/** An ADMIN books what became of a movement after all; each contradiction is told, and the books agree. */
async function books(movement: { id: string; payout: string } | null, outcome: 'reversed' | 'lateSuccess') {
  const admin = await signUp('ADMIN')
  ok(await decideByHand(admin, `/gatewayB/transactions/${movement?.id}/resolve`, { outcome, note: 'Dit par écrit' }))
  const { incidents } = ok(await call(admin, 'GET', '/incidents?limit=100'))
  const told = incidents.filter(
    ({ title, description }: Data) => title !== 'Mouvement décidé à la main' && description.includes(movement?.payout),
  )
  expect(told).toMatchObject([{ severity: 'HIGH', status: 'OPEN' }])
  expect(told[0].description).toContain('50 USD')
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: Data) => !ok)).toEqual([])
  return first<{ status: string }>('SELECT status FROM payouts WHERE id = ?', movement?.payout)
}

it('a withdrawal that comes back to an erased account goes on to our cash, and every ADMIN is told', async () => {
  const owner = await newWalletOwner('RIDER', { USD: 5000 })
  const movement = await withdrawsAll(owner, 'approve')
  await isErased(owner)
  const cash = await balance('platform:cash', 'USD')
  expect(await books(movement, 'reversed')).toEqual({ status: 'RETURNED' })
  expect(await balance(`rider:${owner.ownerId}:available`, 'USD')).toBe(0)
  expect(await balance('platform:cash', 'USD')).toBe(cash + 5000)
})

it('a withdrawal of an erased account that had arrived after all is paid by our cash, and every ADMIN is told', async () => {
  const owner = await newWalletOwner('RIDER', { USD: 5000 })
  const failed = await withdrawsAll(owner, 'refuse')
  await withdrawsAll(owner, 'approve')
  await isErased(owner)
  const cash = await balance('platform:cash', 'USD')
  expect(await books(failed, 'lateSuccess')).toEqual({ status: 'COMPLETED' })
  expect(await balance(`rider:${owner.ownerId}:available`, 'USD')).toBe(0)
  expect(await balance('platform:cash', 'USD')).toBe(cash - 5000)
})
