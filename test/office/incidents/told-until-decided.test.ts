import { afterEach, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { ok, refusal } from '#testing/stories/books.ts'
import { again, DAY, HOUR, MINUTE, ticks } from '#testing/stories/money.ts'

afterEach(() => clearFaults())

// 7.2.1: "Every movement that is not final either ends or has an incident ... a payout waits for a person." Whoever may close an
// incident without deciding its movement would leave it to be forgotten: nobody asks about it after 30 days.
it('a withdrawal without a verdict has an incident until it is decided: nobody closes it before', async () => {
  const owner = await newWalletOwner('RIDER', { USD: 5000 })
  ok(await withdraw(owner, 'USD', '50.00', await withdrawalCode(owner, 'USD', '50.00')))
  const began = Date.now()
  await ticks(began, [MINUTE, 7 * HOUR])
  const movement = () =>
    first<{ id: string; status: string; nextCheckAt: number | null }>(
      `SELECT g.id, g.status, g.next_check_at AS nextCheckAt FROM gateway_transactions g
       JOIN payouts p ON p.id = g.subject_id WHERE p.owner_id = ?`,
      owner.ownerId,
    )
  const { id } = (await movement()) ?? { id: '' }
  const open = () =>
    first<{ id: string }>(
      `SELECT id FROM incidents WHERE ref IN ('silent:' || ?1, 'untraced:' || ?1) AND status IN ('OPEN', 'INVESTIGATING')`,
      id,
    )
  const told = await open()
  expect(told).not.toBeNull()
  const support = await signUp('SUPPORT')
  for (const [how, body] of Object.entries({ resolve: { outcome: 'SELLER', note: 'Vu' }, dismiss: { note: 'Vu' } })) {
    const answer = await call(support, 'POST', `/incidents/${told?.id}/${how}`, body)
    expect(refusal(answer)).toEqual([403, 'FORBIDDEN'])
    expect(answer.error?.message).toContain('quand le mouvement a son verdict')
  }
  await ticks(began, [8 * HOUR, 2 * DAY, 31 * DAY, 32 * DAY, 33 * DAY])
  expect(await movement()).toMatchObject({ status: 'pending', nextCheckAt: null })
  expect(await balance(`rider:${owner.ownerId}:reserved`, 'USD')).toBe(5000)
  expect(await open(), 'somebody hears of it').toEqual(told)

  const admin = await again(await signUp('ADMIN'))
  ok(await decideByHand(admin, `/gatewayB/transactions/${id}/resolve`, { outcome: 'failed', note: 'Jamais arrivé' }))
  expect(await open(), 'nobody waits any more').toBeNull()
  expect(await balance(`rider:${owner.ownerId}:reserved`, 'USD')).toBe(0)
})
