import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, expect, it } from 'vitest'
import { CRON } from '#cron/table.ts'
import type { Env } from '#src/env.ts'
import worker from '#src/index.ts'
import { MARKET } from '#testing/bindings.ts'
import { wait } from '#testing/clock.ts'
import { REAL } from '#testing/fixtures/production.ts'
import { captureErrors } from '#testing/logged-errors.ts'

const JOB = 'of this test'
afterEach(() => void delete CRON[JOB])

/** The clock strikes for this expression in the Worker with these bindings. */
async function strike(bindings: object, cron = JOB): Promise<void> {
  const execution = createExecutionContext()
  worker.scheduled(
    createScheduledController({ scheduledTime: Date.now(), cron }),
    { ...env, ...bindings } as Env,
    execution,
  )
  await waitOnExecutionContext(execution)
}

/** The requests that go through the binding of the Worker to itself. */
function watchSelf() {
  const asked: Request[] = []
  const fetch = async (input: string, init: RequestInit) => {
    const request = new Request(input, init)
    asked.push(request.clone())
    return (env as unknown as Env).SELF.fetch(request)
  }
  return { asked, SELF: { fetch } }
}

/** Asks the front door from outside. */
async function ask(request: Request) {
  const answer = await exports.default.fetch(request)
  return [answer.status, await answer.text()]
}

it('the jobs run in the request that the clock makes of the Worker itself, and all that they leave is done before it ends', async () => {
  const done: string[] = []
  CRON[JOB] = [
    {
      leaving: async (ctx) => {
        done.push('job')
        ctx.later(async () => {
          await new Promise((resolve) => setTimeout(resolve, 50))
          done.push('what it left')
        })
      },
    },
  ]
  const { asked, SELF } = watchSelf()
  await strike({ SELF })
  expect(done).toEqual(['job', 'what it left'])
  expect(asked.map(({ method }) => method)).toEqual(['POST'])
  // If nobody asks through the binding, nothing runs.
  await strike({ SELF: { fetch: async () => new Response(null, { status: 204 }) } })
  expect(done).toHaveLength(2)
})

it('nobody outside can ask for it: the path is one that does not exist', async () => {
  let runs = 0
  CRON[JOB] = [{ counting: async () => void runs++ }]
  const { asked, SELF } = watchSelf()
  await strike({ SELF })
  const [real] = asked
  if (!real || runs !== 1) throw new Error('the clock did not ask')
  const { search } = new URL(real.url)
  const authorization = real.headers.get('authorization') ?? ''

  const at = (query: string, headers: Record<string, string> = {}, method = 'POST') =>
    new Request(`${MARKET}/tick${query}`, { method, headers })
  const nowhere = await ask(new Request(`${MARKET}/nowhere`, { method: 'POST' }))
  const forged = [
    at(''),
    at(search),
    at(search, { authorization: '' }),
    at(search, { authorization: `${authorization.slice(0, -1)}x` }),
    at(search, { authorization: `${authorization}0` }),
    at(search.replace('cron=', 'cron=x'), { authorization }),
    at(search.replace('at=', 'at=1'), { authorization }),
    at(search, { authorization }, 'GET'),
  ]
  for (const request of forged) expect((await ask(request))[0], request.url).toBe(404)
  expect(await ask(at(search))).toEqual(nowhere)
  expect(runs).toBe(1)

  // A token that was overheard is good for a minute at most.
  expect((await ask(at(search, { authorization })))[0]).toBe(204)
  expect(runs).toBe(2)
  wait(61_000)
  expect((await ask(at(search, { authorization })))[0]).toBe(404)
  expect(runs).toBe(2)
})

it('a tick that was refused or broke fails the event of the clock', async () => {
  const failing = { SELF: { fetch: async () => new Response('exceeded its limits', { status: 503 }) } }
  await expect(strike(failing)).rejects.toThrow('503 exceeded its limits')
  const broken = { SELF: { fetch: async () => Promise.reject(new Error('Network connection lost.')) } }
  await expect(strike(broken)).rejects.toThrow('Network connection lost.')
})

it('a service that refuses to serve runs no jobs', async () => {
  let runs = 0
  CRON[JOB] = [{ counting: async () => void runs++ }]
  captureErrors()
  const inProduction = (vars: object) => {
    const bindings = { ...env, ...REAL, STAFF_MFA: 'required', ...vars } as unknown as Env
    const fetch = async (input: string, init: RequestInit) =>
      worker.fetch(new Request(input, init) as never, bindings, createExecutionContext())
    return { ...bindings, SELF: { fetch } }
  }
  await strike(inProduction({}))
  expect(runs).toBe(1)
  await expect(strike(inProduction({ PAWAPAY_TOKEN: 'dev-pawapay-token' }))).rejects.toThrow('503')
  await expect(strike(inProduction({ CODE_SECRET: undefined }))).rejects.toThrow()
  expect(runs).toBe(1)
})
