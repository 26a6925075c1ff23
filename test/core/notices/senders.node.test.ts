import { expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { asService, type Ctx } from '#domain/core/context.ts'
import { message } from '#domain/core/notices/notify.ts'
import { sendOutbox } from '#domain/core/notices/send.ts'
import { accountRestored } from '#domain/people/users/notices.ts'
import type { Delivery } from '#providers/delivery.ts'
import { openDomain } from '#testing/domain/domain.ts'

const domain = openDomain()
const { laters } = domain

/** The service with a mail provider that answers this after a moment, and how many mails were under way at once. */
function withMail(answer: Delivery) {
  const seen = { now: 0, most: 0, all: 0 }
  const send = async () => {
    seen.all++
    seen.most = Math.max(seen.most, ++seen.now)
    await new Promise((resolve) => setTimeout(resolve, 5))
    seen.now--
    return answer
  }
  // A request has a database client of its own, which its senders share.
  const ctx: Ctx = {
    ...domain.ctx,
    db: Object.create(domain.ctx.db),
    providers: { ...domain.ctx.providers, email: { send } },
  }
  return { ctx, seen }
}
const mails = (ctx: Ctx, count: number) =>
  Array.from({ length: count }, (_, i) =>
    message(ctx, { channel: 'EMAIL', to: `a${i}@test.example`, locale: 'fr' }, accountRestored),
  )
const sent: Delivery = { kind: 'sent', messageId: 'm' }
const runLaters = () => Promise.all(laters.splice(0).map((work) => work()))

it('a request has three messages under way at once, whatever number of commits wrote them', async () => {
  const { ctx, seen } = withMail(sent)
  for (let i = 0; i < 3; i++) await commit(ctx, mails(ctx, 6))
  await runLaters()
  expect(seen).toEqual({ now: 0, most: 3, all: 18 })
})

it('a sender that waits sends what later commits write too', async () => {
  const { ctx, seen } = withMail(sent)
  const senders = [sendOutbox(ctx), sendOutbox(ctx)]
  for (let i = 0; i < 3; i++) await commit(ctx, mails(ctx, 2))
  expect(laters.length).toBeLessThanOrEqual(3)
  await Promise.all([...senders, runLaters()])
  expect(seen.all).toBe(6)
})

it('while a provider takes nothing, a sender stops after what it leased, and the rest can be sent by others', async () => {
  const { ctx, seen } = withMail({ kind: 'failed', detail: 'TIMEOUT' })
  await commit(ctx, mails(ctx, 20))
  expect(await sendOutbox(ctx)).toBe(6)
  expect(seen).toMatchObject({ most: 3, all: 6 })
  const other = withMail(sent)
  expect(await sendOutbox(other.ctx)).toBe(14)
  expect(other.seen.all).toBe(14)
})

it('one sender that fails does not stop the next', async () => {
  const { ctx, seen } = withMail(sent)
  await commit(ctx, mails(ctx, 1))
  const broken: Ctx = { ...ctx, settings: undefined as unknown as Ctx['settings'] }
  const [first, second] = await Promise.allSettled([sendOutbox(broken), sendOutbox(ctx)])
  expect([first?.status, second?.status, seen.all]).toEqual(['rejected', 'fulfilled', 1])
})

it('a run of the cron leaves its messages to its last stage: refunds and payouts have the connections before', async () => {
  const { ctx } = withMail(sent)
  await commit(asService(ctx, 'cron'), mails(ctx, 1))
  expect(laters).toHaveLength(0)
  await commit(asService(ctx, 'callback'), mails(ctx, 1))
  expect(laters).toHaveLength(1)
})
