import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'

const MINUTE = 60_000
const availability = async (as: Person) => (await call(as, 'GET', '/gatewayA/availability')).status

describe('operators that work, asked for by a caller', () => {
  it('whose session is over, are told to the next one all the same', async () => {
    const [ended, me] = [await signUp(), await signUp()]
    await run('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', ended.id)
    wait(6 * MINUTE)
    expect(await availability(ended)).toBe(401)
    expect(await availability(me)).toBe(200)
  })

  it('whose role is another by now, are told', async () => {
    const me = await signUp()
    await changeUser(me.id, "role = 'SELLER'")
    wait(12 * MINUTE)
    expect(await availability(me)).toBe(200)
  })
})
