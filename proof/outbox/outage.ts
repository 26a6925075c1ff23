import { freshPhone } from '#testing/fixtures/inputs.ts'
import { codesTo, mustCall, outside, pause } from '#testing/running/call.ts'
import { packParcel } from '#testing/running/parcels.ts'
import { freshWord, newOffer, newPerson } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'

/** The Worker as it is deployed, in production mode, in one isolate. */
export const startInProduction = () =>
  startService({
    entry: 'proof/outbox/worker.ts',
    inProduction: true,
    settings: { MAIL_DAILY_MAX: '1000000', SMS_DAILY_MAX: '1000000' },
  })

const signUp = (service: RunningService, email: string) =>
  mustCall(service, null, 'POST', '/auth/create-account', {
    ...{ name: 'Aline', email, password: 'Proof-2026-marche', role: 'BUYER', phone: freshPhone() },
  })

/** Measures how long after `since` a code was in a mailbox, in ms. */
async function codeCame(service: RunningService, email: string, since: number, mostMs: number): Promise<number> {
  while (Date.now() - since < mostMs) {
    if ((await codesTo(service, email)).length > 0) return Date.now() - since
    await pause(20)
  }
  return Number.POSITIVE_INFINITY
}

const countPending = async ({ sql }: RunningService) =>
  (await sql<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE status = 'PENDING'"))[0]?.n ?? 0

/** So many runs of the cron, a minute apart as far as the outbox is concerned. */
async function runTicks(service: RunningService, ticks: number): Promise<void> {
  for (let i = 0; i < ticks && (await countPending(service)) > 0; i++) {
    await service.sql("UPDATE outbox SET next_at = 1 WHERE status = 'PENDING'")
    await service.cron()
  }
}

export type Outage = { signUps: number; codeMs: number; pendingAtEnd: number; pendingLater: number }

/** A mail provider answers slowly for a while, under sign-ups; then it is well, and the next person signs up. */
export async function slowProvider(
  service: RunningService,
  { slowMs, forMs, signUps }: { slowMs: number; forMs: number; signUps: number },
): Promise<Outage> {
  await outside(service, 'PUT', '/faults', { gateway: 'EMAIL', fault: 'slow', ms: slowMs, times: 0 })
  const began = Date.now()
  for (let i = 0; i < signUps; i++) {
    await signUp(service, `${freshWord('lent')}@proof.test`)
    await pause(Math.max(0, began + ((i + 1) * forMs) / signUps - Date.now()))
  }
  await outside(service, 'DELETE', '/faults?gateway=EMAIL')
  const email = `${freshWord('apres')}@proof.test`
  const since = Date.now()
  await signUp(service, email)
  const codeMs = await codeCame(service, email, since, 30_000)
  const pendingAtEnd = await countPending(service)
  await runTicks(service, 5)
  return { signUps, codeMs, pendingAtEnd, pendingLater: await countPending(service) }
}

export type Burst = {
  orders: number
  messages: number
  sent: number
  pendingAtEnd: number
  pendingLater: number
  seconds: number
}

/** Buyers order and pay, sellers accept and pack, so many at once: each step tells somebody. */
export async function manyOrders(
  service: RunningService,
  { orders, callers }: { orders: number; callers: number },
): Promise<Burst> {
  const offers = await Promise.all(Array.from({ length: callers }, () => newOffer(service, orders)))
  const buyers = await Promise.all(offers.map(() => newPerson(service)))
  const count = async (where: string) =>
    (await service.sql<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE ${where}`))[0]?.n ?? 0
  const before = await count('1')
  const since = Date.now()
  let left = orders
  await Promise.all(
    offers.map(async (offer, i) => {
      while (left-- > 0) await packParcel(service, offer, {}, buyers[i])
    }),
  )
  const seconds = Math.round((Date.now() - since) / 1000)
  await pause(2000)
  const pendingAtEnd = await countPending(service)
  await runTicks(service, 5)
  const sent = await count("status = 'SENT'")
  return {
    orders,
    messages: (await count('1')) - before,
    sent,
    pendingAtEnd,
    pendingLater: await countPending(service),
    seconds,
  }
}
