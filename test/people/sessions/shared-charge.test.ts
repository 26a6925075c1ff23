import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '#testing/api.ts'
import { chargeBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { aroundDatabase } from '#testing/fixtures/shaky-database.ts'

const real = env.DB
afterEach(() => void Object.assign(env, { DB: real }))

it('a charge that another session shares is made for it, though the session that came first is over', async () => {
  const [first, second] = [await signUp('ADMIN'), await signUp('ADMIN')]
  const body = chargeBody()
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let waiting = 0
  const isCharge = (sql: string[]) => sql.some((one) => /^\s*insert into "gateway_transactions"/i.test(one))
  const DB = aroundDatabase(real, async ({ sql }, go) => {
    if (isCharge(sql) && waiting++ === 0) await gate
    return go()
  })
  Object.assign(env, { DB })
  const before = call(first, 'POST', '/gatewayB/payin', body)
  await vi.waitFor(() => expect(waiting).toBe(1))
  const beside = call(second, 'POST', '/gatewayB/payin', body)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await call(second, 'POST', `/users/${first.id}/force-logout`, {})
  open()
  expect([(await before).status, (await beside).status]).toEqual([401, 201])
})
