import type { Actor, Ctx } from '../../src/domain/core/context.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { COMMANDS } from './commands.ts'
import { decide } from './gateways.ts'
import type { Movement } from './movements.ts'
import { broke, type Simulation, say } from './simulation.ts'
import { runJobs } from './ticks.ts'

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
  await go()
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
    start('cron', null, (ctx) => runJobs(simulation, ctx, '* * * * *'))
    await go()
  }
  checkRest(simulation)
}

const isWaiting = ({ store }: Simulation) =>
  store.rows(
    `SELECT 1 FROM outbox WHERE status = 'PENDING' UNION SELECT 1 FROM gateway_transactions WHERE next_check_at IS NOT NULL`,
  ).length > 0

type Row = {
  reference: string
  status: string
  kind: string
  created: number
  final: number | null
  state: string | null
  sent: number | null
  isReported: number
}

function checkRest(simulation: Simulation): void {
  const { store, gateways } = simulation
  const rows = store.rows<Row>(
    `SELECT g.reference, g.status, g.kind, g.created_at AS created, g.final_at AS final, g.state, g.sent_at AS sent,
      EXISTS (SELECT 1 FROM incidents i WHERE i.ref = 'silent:' || g.id OR i.ref GLOB 'unsent:' || g.gateway || ':*') AS isReported
     FROM gateway_transactions g`,
  )
  const known = new Set(rows.map(({ reference }) => reference))
  for (const { reference } of gateways.movements.values()) {
    if (!known.has(reference)) broke(simulation, 'a gateway is asked only for what we have written down', reference)
  }
  for (const row of rows) {
    const wrong = whyWrong(row, gateways.movements.get(row.reference), simulation.now)
    if (wrong) broke(simulation, 'at rest the books say what the gateways did', `${JSON.stringify(row)}: ${wrong}`)
  }
  const law = (name: string, sql: string) => {
    const open = store.rows(sql)
    if (open.length > 0) broke(simulation, name, JSON.stringify(open.slice(0, 5)))
  }
  const shown = store.rows<{ key: string }>(
    'SELECT key FROM product_images UNION ALL SELECT avatar_key FROM users WHERE avatar_key IS NOT NULL',
  )
  for (const { key } of shown)
    if (!simulation.pictures.has(key)) broke(simulation, 'a picture that is shown is stored', key)
  law('at rest no message waits', `SELECT id, kind, attempts FROM outbox WHERE status = 'PENDING'`)
  law('at rest no order waits for a payment', `SELECT id, status FROM orders WHERE status = 'PENDING_PAYMENT'`)
  law('at rest no subscription payment waits', `SELECT id FROM subscription_payments WHERE status = 'PENDING'`)
  law(
    'at rest no timer is overdue',
    `SELECT id, status FROM orders o WHERE o.due_at < ${simulation.now - 12 * HOUR_MS} AND NOT EXISTS (
    SELECT 1 FROM incidents i WHERE i.order_id = o.id AND i.status = 'OPEN') AND NOT EXISTS (${AWAITED_REFUND})`,
  )
}

/** A delivered order waits for its refund, as long as a person has been told that the refund hears nothing. */
const AWAITED_REFUND = `
  SELECT 1 FROM refunds r JOIN gateway_transactions g ON g.subject_id = r.id JOIN incidents i ON i.status = 'OPEN'
    AND (i.ref GLOB '*:' || g.id OR i.ref GLOB 'unsent:' || g.gateway || ':*')
  WHERE r.order_id = o.id AND o.status = 'DELIVERED' AND r.status = 'PROCESSING'`

/**
 * A day after it was given up a payin is no longer asked about, and nothing a month after it was sent: a person who reads the
 * incident looks after the rest.
 */
function whyWrong(row: Row, movement: Movement | undefined, now: number): string | undefined {
  if (row.status === 'review' || movement?.hasLied) return undefined
  if (!movement) {
    if (row.status === 'succeeded') return 'nothing was moved'
    if (row.status === 'pending' && row.state !== 'NOT_FOUND') return 'nobody asks about it any more'
    return undefined
  }
  const wasAskedForAMonth = row.isReported === 1 && row.sent !== null && (row.final ?? now) - row.sent > 30 * DAY_MS
  const isForPeople = wasAskedForAMonth && (row.kind === 'payout' || row.status === 'expired')
  if (row.status === 'pending') return isForPeople ? undefined : 'still open'
  if ((row.status === 'succeeded') === (movement.status === 'succeeded')) return undefined
  const isForgotten = row.status === 'expired' && movement.decidedAt - row.created > 20 * HOUR_MS
  return isForgotten || isForPeople ? undefined : `the gateway says ${movement.status}`
}
