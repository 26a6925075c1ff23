import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { queryObjects, setFlagsFromString } from 'node:v8'
import { Context } from 'hono'
import { afterEach, expect, it, vi } from 'vitest'
import worker from '#src/index.ts'
import { call, guest } from '#testing/api.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { inbox, pause, until } from '#testing/sandbox.ts'

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

it('the next code leaves at once after senders that were cut off, and so does the next tick', async () => {
  const silent = hang('email.test')
  const lost = Array.from({ length: 12 }, () => freshEmail('coupe'))
  for (const email of lost) expect((await create(email)).status).toBe(201)
  await pause(100)
  silent.mockRestore()

  const email = freshEmail('apres')
  expect((await create(email)).status).toBe(201)
  await until(async () => (await inbox(email)).length > 0, 'the code')

  const execution = createExecutionContext()
  worker.scheduled(
    createScheduledController({ cron: '* * * * *', scheduledTime: Date.now() }) as ScheduledController,
    env,
    execution,
  )
  const ended = await Promise.race([
    waitOnExecutionContext(execution).then(() => 'ended'),
    pause(5000).then(() => 'waits'),
  ])
  expect(ended).toBe('ended')
}, 20_000)

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
}, 20_000)
