import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { confirmPayout, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { aroundDatabase, type Trip } from '#testing/fixtures/shaky-database.ts'
import { movementsOf } from '#testing/sandbox.ts'

const real = env.DB
afterEach(() => void Object.assign(env, { DB: real }))

/** Does `act` once, just before the first trip of this kind, for all that asks this service. */
function atTrip(isAt: (trip: Trip) => boolean, act: () => Promise<unknown>) {
  let isDone = false
  const DB = aroundDatabase(real, async (trip, go) => {
    if (!isDone && isAt(trip)) {
      isDone = true
      Object.assign(env, { DB: real })
      await act()
    }
    return go()
  })
  Object.assign(env, { DB })
  return () => isDone
}

describe('a session that ends after a try was counted, and before the act that the code approves', () => {
  it('pays nothing out', async () => {
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const { pendingId, code, phone } = await pendingPayout(admin)
    const wasThere = atTrip(
      ({ sql }) => sql.some((one) => /gateway_transactions/.test(one) && /^\s*insert/i.test(one)),
      () => call(other, 'POST', `/users/${admin.id}/force-logout`, {}),
    )
    const answer = await confirmPayout(admin, pendingId, code)
    expect(wasThere()).toBe(true)
    expect([answer.status, await payoutStatus(pendingId), await movementsOf(phone)]).toEqual([401, 'AWAITING_CODE', []])
  })

  it('changes no password', async () => {
    const me = await signUp()
    const hash = () => env.DB.prepare('SELECT password_hash AS h FROM users WHERE id = ?').bind(me.id).first('h')
    const was = await hash()
    const wasThere = atTrip(
      ({ sql }) => sql.some((one) => /update "users" set "password_hash"/i.test(one)),
      () => run('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', me.id),
    )
    const body = { currentPassword: 'Test-2026-marche', newPassword: 'Un-tout-autre-mot-7' }
    const answer = await call(me, 'POST', '/auth/password/update', body)
    expect(wasThere()).toBe(true)
    expect([answer.status, (await hash()) === was]).toEqual([401, true])
  })
})
