import { queryObjects, setFlagsFromString } from 'node:v8'
import { Context } from 'hono'
import { afterEach, it, vi } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { until } from '#testing/sandbox.ts'

/*
 * All requests of these tests share one isolate and one database object, as in production. A provider that hangs stands for
 * a request that was cut off: what it left to do never ends.
 */

const outside = globalThis.fetch
const hang = (host: string) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      new URL(String(input instanceof Request ? input.url : input)).host === host
        ? new Promise(() => undefined)
        : outside(input, init),
    )
afterEach(() => {
  vi.restoreAllMocks()
})

const create = (email: string) =>
  call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password: PASSWORD, role: 'BUYER' })

it('nothing of a request that was answered can be reached', async () => {
  setFlagsFromString('--expose-gc')
  const silent = hang('email.test')
  const person = await signUp('BUYER')
  for (let i = 0; i < 5; i++) {
    await create(freshEmail('coupe'))
    await call(guest, 'GET', '/products')
    await call(person, 'GET', '/auth/me')
    await call(guest, 'GET', '/nowhere')
  }
  silent.mockRestore()
  await until(async () => queryObjects(Context, { format: 'count' }) === 0, 'the end of all requests')
}, 60_000)
