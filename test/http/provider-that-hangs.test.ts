import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { app } from '#src/app.ts'
import worker from '#src/index.ts'
import { together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { clientRequest } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { REAL } from '#testing/fixtures/production.ts'
import { aroundDatabase, LOST } from '#testing/fixtures/shaky-database.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { inbox, pause } from '#testing/sandbox.ts'
import { freshAddress, from, MINUTE } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule: no promise, context, connection or queue of one request is reachable from another. A request that was cut off leaves
// promises that never settle: here its mail provider, or its database, never answers. One isolate serves all of a test: one
// database object for each request and for the cron.

clockGoesOn()
afterEach(() => void vi.unstubAllGlobals())

/** Fate of the trips of a sender, which read the messages that wait or take them: nothing of them is written first. */
let senders: 'work' | 'never answer' | 'fail' = 'work'
const isOfSender = (sql: string[]) =>
  sql.some((one) => /outbox/.test(one)) && !sql.some((one) => /^\s*insert/i.test(one))
let DB: D1Database
beforeEach(() => {
  senders = 'work'
  DB = aroundDatabase(env.DB, async ({ sql }, go) => {
    if (senders !== 'work' && isOfSender(sql)) {
      if (senders === 'fail') throw new Error(LOST)
      await new Promise(() => {})
    }
    return go()
  })
})

type Settings = Record<string, unknown>
/** Somebody asks for a code; what the request left to do goes on by itself. */
async function askCode(settings: Settings, email: string): Promise<number> {
  const body = clientRequest(null, 'POST', { email }, from(freshAddress()))
  const request = new Request('http://localhost:8787/api/v1/auth/login/request-otp', body)
  return (await app.fetch(request, { ...env, DB, ...settings } as typeof env, createExecutionContext())).status
}
/** The minute's cron; it goes on by itself. What it asks of the Worker itself comes to the same isolate. */
function tick(settings: Settings) {
  const execution = createExecutionContext()
  const SELF = { fetch: (...asked: [Request]) => worker.fetch(new Request(...asked), isolate as typeof env, execution) }
  const isolate = { ...env, DB, ...settings, SELF }
  const minute = createScheduledController({ scheduledTime: new Date(), cron: '* * * * *' })
  worker.scheduled(minute, isolate as typeof env, execution)
  return waitOnExecutionContext(execution)
}

/** Mail that a request asks to send is never answered, whatever the sender does about it; other calls go through. */
function mailHangs(): { asked: () => number } {
  const through = globalThis.fetch
  let asked = 0
  vi.stubGlobal('fetch', ((input: RequestInfo | URL, init?: RequestInit) => {
    if (!new Request(input, init).url.startsWith('https://email.test')) return through(input, init)
    asked++
    return new Promise(() => {})
  }) as typeof fetch)
  return { asked: () => asked }
}
const mailIsWell = () => void vi.unstubAllGlobals()

/** One after the other: of more than eight passwords at once the service makes no record. */
async function people(count: number) {
  const made = []
  while (made.length < count) made.push(await signUp())
  return made
}
const arrived = async (email: string) => (await inbox(email)).length
/** Whether a message came within five seconds of the real clock. */
async function comesSoon(email: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (await arrived(email)) return true
    await pause(50)
  }
  return false
}
/** Whether this ended within five seconds of the real clock. */
const endsSoon = (work: Promise<unknown>) =>
  Promise.race([work.then(() => true), pause(5000).then(() => false)]) as Promise<boolean>

describe.each([
  ['with the settings of production', { ...REAL, STAFF_MFA: 'required' }],
  ['with those of the tests', {}],
])('one isolate, %s', (_, settings: Settings) => {
  it('a provider that hangs under twelve requests holds up neither the code of the next nor the cron', async () => {
    const [next, ...twelve] = await people(13)
    const mail = mailHangs()
    for (const { email } of twelve) expect(await askCode(settings, email)).toBe(200)
    await pause(100)
    expect(mail.asked()).toBeGreaterThan(0)
    mailIsWell()
    expect(await askCode(settings, next?.email ?? '')).toBe(200)
    expect(await comesSoon(next?.email ?? ''), 'the next code comes').toBe(true)
    // A message that hung is taken up again by the cron, each once.
    for (let minute = 1; minute <= 8; minute++) {
      wait(MINUTE)
      expect(await endsSoon(tick(settings)), `the cron of minute ${minute} ends`).toBe(true)
    }
    expect(await together(12, (i) => arrived(twelve[i]?.email ?? ''))).toEqual(Array(12).fill(1))
  })

  it('a cron that hangs holds up neither a request nor the cron after it', async () => {
    const [waiting, next] = await people(2)
    senders = 'fail'
    captureErrors()
    expect(await askCode(settings, waiting?.email ?? '')).toBe(200)
    await pause(50)
    senders = 'work'
    mailHangs()
    wait(MINUTE)
    void tick(settings)
    await pause(100)
    mailIsWell()
    expect(await askCode(settings, next?.email ?? '')).toBe(200)
    expect(await comesSoon(next?.email ?? '')).toBe(true)
    for (let minute = 2; minute <= 8; minute++) {
      wait(MINUTE)
      expect(await endsSoon(tick(settings)), `the cron of minute ${minute} ends`).toBe(true)
    }
    expect(await arrived(waiting?.email ?? '')).toBe(1)
  })

  it.each(['never answer', 'fail'] as const)(
    'senders to whom the database says nothing (%s) hold up nobody',
    async (how) => {
      captureErrors()
      const [next, ...some] = await people(6)
      senders = how
      for (const { email } of some) expect(await askCode(settings, email)).toBe(200)
      await pause(100)
      senders = 'work'
      expect(await askCode(settings, next?.email ?? '')).toBe(200)
      expect(await comesSoon(next?.email ?? '')).toBe(true)
      wait(MINUTE)
      expect(await endsSoon(tick(settings))).toBe(true)
      for (const { email } of some) expect(await arrived(email), email).toBe(1)
    },
  )
})
