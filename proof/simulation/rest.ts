import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { unsealOrders } from '#domain/orders/sealing/unseal.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { COMMANDS } from './commands.ts'
import { checkClearing, checkWallets } from './gateways/clearing.ts'
import { decide } from './gateways/gateways.ts'
import { type Attempt, attemptsOf, isGivenUp } from './gateways/given-up.ts'
import type { Movement } from './gateways/movements.ts'
import { bookAll } from './gateways/statement.ts'
import { checkTimely, outwait } from './laws/timely.ts'
import { makeUpNights } from './nights.ts'
import { broke, fault, type Simulation, say } from './simulation.ts'
import { runJobs } from './ticks.ts'
import { emptyWallets } from './withdrawing.ts'

type Start = (label: string, actor: Actor | null, run: (ctx: Ctx) => Promise<unknown>) => void

/**
 * Nothing goes wrong any more, everybody outside decides, and time passes: the sweep must finish what was open, and our
 * books must then say what really happened.
 */
export async function comeToRest(simulation: Simulation, start: Start): Promise<void> {
  const { scheduler, gateways } = simulation
  simulation.hasFaults = false
  gateways.downUntil = { A: 0, B: 0 }
  gateways.lockedUntil = { A: 0, B: 0 }
  gateways.closedUntil.clear()
  say(simulation, `${simulation.step} coming to rest`)
  const go = async () => {
    scheduler.advance(true)
    scheduler.interleave(true)
    await scheduler.settle()
  }
  const tick = async () => {
    start('cron', null, (ctx) => runJobs(simulation, ctx, '* * * * *'))
    await go()
  }
  await go()
  await outwait(simulation, tick)
  await letEverybodyIn(simulation, start, go)
  for (let round = 0; round < 40 && (round < 12 || isWaiting(simulation)); round++) {
    for (const movement of gateways.movements.values()) {
      movement.isSilent = false
      if (movement.status === 'pending')
        decide(simulation, movement, simulation.random.chance(0.7) ? 'succeeded' : 'failed')
    }
    simulation.now += round < 4 ? 16 * MINUTE_MS : 12 * HOUR_MS
    for (const callback of gateways.callbacks.splice(0)) {
      for (const { label, as, run } of COMMANDS.callback?.plan(simulation, callback) ?? []) start(label, as, run)
      await go()
    }
    await tick()
  }
  await unsealAll(simulation, start, go)
  checkRest(simulation)
  checkTimely(simulation)
  checkClearing(simulation)
  const play = async (label: string, as: Actor, run: (ctx: Ctx) => Promise<unknown>) => {
    start(label, as, run)
    await go()
  }
  await emptyWallets(simulation, play, tick)
  await bookAll(simulation, play)
  checkClearing(simulation)
  await makeUpNights(simulation, async () => {
    start('cron', null, (ctx) => runJobs(simulation, ctx, '23 1 * * *'))
    await go()
  })
  checkWallets(simulation)
}

/** Every order comes back from its file: what follows looks at all of them. */
async function unsealAll(simulation: Simulation, start: Start, go: () => Promise<void>): Promise<void> {
  const sealed = simulation.store.rows<{ id: string }>('SELECT id FROM orders WHERE sealed_in IS NOT NULL')
  if (sealed.length > 0) fault(simulation, 'order.sealedAtRest')
  start('unseal', null, (ctx) =>
    unsealOrders(
      ctx,
      sealed.map(({ id }) => id),
    ),
  )
  await go()
  const [left] = simulation.store.rows<{ id: string }>('SELECT id FROM orders WHERE sealed_in IS NOT NULL')
  if (left) broke(simulation, 'every sealed order comes back', left.id)
}

/** The team is whole again before it books and pays out what is left. */
async function letEverybodyIn(simulation: Simulation, start: Start, go: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const [one] = COMMANDS.letIn?.plan(simulation) ?? []
    if (!one) return
    start(one.label, one.as, one.run)
    await go()
  }
}

const isWaiting = ({ store }: Simulation) =>
  store.rows(
    `SELECT 1 FROM outbox WHERE status = 'PENDING' UNION SELECT 1 FROM gateway_transactions WHERE next_check_at IS NOT NULL`,
  ).length > 0

function checkRest(simulation: Simulation): void {
  const { store, gateways } = simulation
  const rows = attemptsOf(simulation)
  const known = new Set(rows.map(({ reference }) => reference))
  for (const { reference } of gateways.movements.values()) {
    if (!known.has(reference)) broke(simulation, 'a gateway is asked only for what we have written down', reference)
  }
  for (const row of rows) {
    const wrong = whyWrong(row, gateways.movements.get(row.reference))
    if (wrong) broke(simulation, 'at rest the books say what the gateways did', `${JSON.stringify(row)}: ${wrong}`)
  }
  const law = (name: string, sql: string, ...params: unknown[]) => {
    const open = store.rows(sql, ...params)
    if (open.length > 0) broke(simulation, name, JSON.stringify(open.slice(0, 5)))
  }
  const keys = 'SELECT key FROM product_images UNION ALL SELECT avatar_key FROM users WHERE avatar_key IS NOT NULL'
  const shown = store.rows<{ key: string }>(keys)
  for (const { key } of shown)
    if (!simulation.pictures.has(key)) broke(simulation, 'a picture that is shown is stored', key)
  law(
    'a picture that is shown counts its bytes',
    `SELECT key FROM (${keys}) WHERE key NOT IN (SELECT key FROM stored_files)`,
  )
  law('at rest no message waits', `SELECT id, kind, attempts FROM outbox WHERE status = 'PENDING'`)
  law('at rest no order waits for a payment', `SELECT id, status FROM orders WHERE status = 'PENDING_PAYMENT'`)
  law('at rest no subscription payment waits', `SELECT id FROM subscription_payments WHERE status = 'PENDING'`)
  law(
    'at rest no timer is overdue',
    `SELECT id, status FROM orders o WHERE o.due_at < ?1 - ${12 * HOUR_MS} AND NOT EXISTS (
    SELECT 1 FROM incidents i WHERE i.order_id = o.id AND ${INCIDENT_STATES.open.inText('i.status')} AND i.opened_by IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id
        AND ${REFUND_STATES.open.inText('r.status')})`,
    simulation.now,
  )
}

function whyWrong(row: Attempt, movement: Movement | undefined): string | undefined {
  if (row.status === 'review' || movement?.hasLied) return undefined
  if (!movement) {
    if (row.status === 'succeeded') return 'nothing was moved'
    if (row.status === 'pending' && row.state !== 'NOT_FOUND') return 'nobody asks about it any more'
    return undefined
  }
  if (isGivenUp(row)) return undefined
  if (row.status === 'pending') return 'still open'
  if ((row.status === 'succeeded') === (movement.status === 'succeeded')) return undefined
  return `the gateway says ${movement.status}`
}
