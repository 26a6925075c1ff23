import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import worker from '#src/index.ts'
import { wait } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { chargeBody } from '#testing/fixtures/inputs.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, inbox, setFault } from '#testing/sandbox.ts'
import { callWith, MINUTE } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule: Worker placed by region beside the database, objects hinted the same; a tick runs through a binding of the Worker to
// itself so that it is placed too.

clockGoesOn()

describe('a Durable Object', () => {
  const NAMES = ['PAYIN_WINDOW', 'VARIANT_STOCK', 'APPROVAL_CONFIRM', 'PERSON_SOCKETS'] as const

  it('is made in Western Europe, whichever it is and whoever asks first', async () => {
    const asked: Record<string, unknown[]> = {}
    const bindings = Object.fromEntries(
      NAMES.map((binding) => [
        binding,
        {
          getByName(name: string, options?: unknown) {
            asked[binding] = [...(asked[binding] ?? []), options]
            return env[binding].getByName(name, options as DurableObjectNamespaceGetDurableObjectOptions)
          },
        },
      ]),
    )
    const ask = async (...request: [Parameters<typeof callWith>[1], string, string, unknown]) =>
      expect((await callWith(bindings, ...request)).status).toBeLessThan(300)
    const admin = await signUp('ADMIN')
    await ask(admin, 'POST', '/gatewayB/payin', chargeBody())
    const { seller, variantId } = await newMarket()
    await ask(seller, 'POST', `/products/variants/${variantId}/stock`, { type: 'ADJUSTMENT', amount: 1 })
    const { pendingId, code } = await pendingPayout(admin)
    await run('INSERT INTO live_listeners (user_id) VALUES (?)', seller.id)
    await ask(seller, 'POST', '/auth/logout-all', undefined)
    await ask(admin, 'POST', '/gatewayA/payouts/confirm', { pendingId, code })
    expect(Object.keys(asked).sort()).toEqual([...NAMES].sort())
    for (const options of Object.values(asked).flat()) expect(options).toMatchObject({ locationHint: 'weur' })
  })
})

describe('a tick', () => {
  const config = readConfig({ config: 'wrangler.toml' }) as unknown as {
    name: string
    services?: { binding: string; service: string }[]
  }
  const self = config.services?.find(({ service }) => service === config.name)?.binding ?? ''

  /** The minute's cron. @returns what it asked of the Worker itself */
  async function tick(): Promise<Request[]> {
    const asked: Request[] = []
    const execution = createExecutionContext()
    const own = {
      fetch: async (input: Request | string, init?: RequestInit) => {
        const request = new Request(input, init)
        asked.push(request.clone())
        return worker.fetch(request as Parameters<typeof worker.fetch>[0], settings, execution)
      },
    }
    const settings = { ...env, [self]: own } as typeof env
    worker.scheduled(createScheduledController({ scheduledTime: new Date(), cron: '* * * * *' }), settings, execution)
    await waitOnExecutionContext(execution)
    return asked
  }

  /** Somebody to whom a mail is due that only the cron can send. */
  async function withMailDue(): Promise<string> {
    const { email } = await signUp()
    await setFault({ gateway: 'EMAIL', fault: 'serverErrorNotHappened', times: 1 })
    await callWith({}, null, 'POST', '/auth/login/request-otp', { email })
    await clearFaults()
    await run("UPDATE outbox SET next_at = 1 WHERE recipient = ? AND status = 'PENDING'", email)
    expect(await inbox(email)).toEqual([])
    return email
  }

  it('runs through the binding of the Worker to itself', async () => {
    expect(self, 'a binding of the Worker to itself').not.toBe('')
    const email = await withMailDue()
    wait(MINUTE)
    const asked = await tick()
    expect(asked.length).toBeGreaterThan(0)
    for (const { method } of asked) expect(method).toBe('POST')
    expect(await inbox(email)).toHaveLength(1)
  })

  it('is run by nobody outside: the same address answers as one that is not there, and nothing is done', async () => {
    wait(MINUTE)
    const asked = await tick()
    expect(asked).not.toEqual([])
    const email = await withMailDue()
    for (const { url, method } of asked) {
      const { pathname, search } = new URL(url)
      for (const at of [url, `http://localhost:8787${pathname}${search}`])
        for (const headers of [{}, { 'cf-connecting-ip': '102.70.9.9' }, { authorization: 'Bearer x' }]) {
          const answer = await exports.default.fetch(new Request(at, { method, headers }))
          expect(answer.status).toBeGreaterThanOrEqual(400)
          expect(answer.status).toBeLessThan(500)
        }
    }
    expect(await inbox(email)).toEqual([])
  })
})
