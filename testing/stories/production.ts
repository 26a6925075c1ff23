// Steps of the tests of production.
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'
import worker from '#src/index.ts'
import { wait } from '#testing/clock.ts'
import { all as rows, run } from '#testing/fixtures/database.ts'
import { changeUser } from '#testing/fixtures/people.ts'
import { movementsOf, settleMovement, signCallback } from '#testing/sandbox.ts'
import { clockAt, DAY, HOUR, MINUTE } from '#testing/stories/money.ts'
import { callWith } from '#testing/stories/people.ts'

/**
 * The clock of a file only goes on, from one test to the next too, and stands still unless a test moves it. Each test begins five
 * seconds into an hour, so that no window ends in the middle of one.
 */
export function clockGoesOn(): void {
  let last = 0
  beforeEach(() => void clockAt(Math.ceil(Math.max(last, Date.now()) / HOUR) * HOUR + 5000))
  afterEach(() => {
    last = Date.now()
  })
}

type Settings = Record<string, unknown>
type Asked = Parameters<typeof callWith> extends [unknown, ...infer Rest] ? Rest : never

/** A service with settings of its own beside the one of the tests: its front door, its cron, and what gateways tell it. */
export function serviceWith(settings: Settings) {
  const execution = createExecutionContext()
  const own: Settings = {
    ...settings,
    SELF: { fetch: (...asked: [Request]) => worker.fetch(new Request(...asked), all, execution) },
  }
  const all = { ...env, ...own } as typeof env
  const ask = (...asked: Asked) => callWith(own, ...asked)
  return {
    ask,
    /** The cron of this expression runs after a time, and whatever it began is done. */
    async tick(ms: number, cron = '* * * * *'): Promise<void> {
      wait(ms)
      worker.scheduled(createScheduledController({ scheduledTime: new Date(), cron }), all, execution)
      await waitOnExecutionContext(execution)
    },
    /** The person approves on the phone, and the gateway tells this service. */
    async approve(phone: string): Promise<void> {
      const id = (await movementsOf(phone))[0]?.id ?? ''
      await settleMovement(id, 'approve', ['silent'])
      const { url, headers, body } = await signCallback(id)
      expect((await ask(null, 'POST', new URL(url).pathname.replace('/api/v1', ''), body, headers)).status).toBe(200)
    },
  }
}
export type Service = ReturnType<typeof serviceWith>

export type Sent = { to: string; subject: string; text: string }
/**
 * Mails in the order in which their provider took them from services of `serviceWith`, until the test is over; and what they sent to
 * `host`. Mails to the people of `fill` go no further, so that thousands of them take no time.
 */
export function recordSent(host?: string): { mails: Sent[]; others: { method: string; body: string }[] } {
  const through = globalThis.fetch
  const [mails, others]: [Sent[], { method: string; body: string }[]] = [[], []]
  const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    if (host !== undefined && new URL(request.url).host === host) {
      others.push({ method: request.method, body: await request.text() })
      return new Response('ok')
    }
    if (!request.url.startsWith('https://email.test')) return through(request)
    const mail = (await request.clone().json()) as Sent
    const response = isFill(mail.to) ? Response.json({ messageId: 'fill' }) : await through(request)
    if (response.ok) mails.push(mail)
    return response
  }
  vi.stubGlobal('fetch', answer as typeof fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  return { mails, others }
}

export const isFill = (to: string) => /^fill-\d+@/.test(to)
/** Copies of a message that the service wrote, each to somebody else and due for long: a burst that waits. */
export async function fill(copies: number, of: { recipient: string }): Promise<void> {
  const columns = (await rows<{ name: string }>("SELECT name FROM pragma_table_info('outbox')")).map(({ name }) => name)
  const long = Date.now() - 10 * MINUTE
  const changed: Record<string, string> = {
    id: "printf('%08x-%04x-7000-8000-%012x', ?1 >> 16, ?1 & 65535, n.i)",
    recipient: "'fill-' || n.i || '@test.example'",
    status: "'PENDING'",
    attempts: '0',
    next_at: '?1 + n.i',
    created_at: '?1',
    sent_at: 'NULL',
  }
  await run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO outbox (${columns.join(', ')}) SELECT ${columns.map((name) => changed[name] ?? `o.${name}`).join(', ')}
     FROM n, (SELECT * FROM outbox WHERE recipient = ?3 AND channel = 'EMAIL' AND body <> '' LIMIT 1) o`,
    ...[long, copies, of.recipient],
  )
}

/** Somebody whose account is eight days old. */
export async function oldAccount<P extends { id: string }>(person: P): Promise<P> {
  await changeUser(person.id, 'created_at = created_at - ?', 8 * DAY)
  return person
}
