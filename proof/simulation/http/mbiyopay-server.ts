import { type Currency, formatAmount, type Money, parseAmount } from '#kernel/money.ts'
import type { Outcome, Reading } from '#kernel/outcome.ts'
import { move, read } from '../gateways/gateways.ts'
import type { Movement } from '../gateways/movements.ts'
import { requireTaken } from '../gateways/operators.ts'
import type { Task } from '../scheduler.ts'
import { fault, outside, type Simulation } from '../simulation.ts'
import { garbage, json, refuseConnection, timeOut, type Wire } from './answers.ts'
import type { Asked } from './gateways.ts'
import { amountOf, moneyOf } from './pawapay-server.ts'

/** Rows that a page of the list has, whatever is asked for. */
const PAGE = 5

/** Gateway B as HTTP: it keeps no idempotency, and its list comes in pages. */
export async function answerOfB(
  simulation: Simulation,
  task: Task,
  { method, path, query, body }: Asked,
): Promise<Wire> {
  if (method === 'POST') return moved(simulation, task, path.endsWith('/payin') ? 'payin' : 'payout', body)
  const [, externalId] = /^\/merchant\/transactions\/(.+)$/.exec(path) ?? []
  if (externalId) return one(simulation, task, decodeURIComponent(externalId))
  return page(simulation, task, query)
}

async function moved(simulation: Simulation, task: Task, kind: 'payin' | 'payout', body: Record<string, unknown>) {
  const reference = String(body.order_id)
  const currency = body.currency as Currency
  const money = { amountMinor: parseAmount(body.amount as number, currency) ?? 0, currency }
  const { phone_number: phone, network } = body.metadata as { phone_number: string; network: string }
  requireTaken(simulation, network, money)
  const outcome = await move(simulation, task, 'B', kind, reference, money, {
    phone,
    isRefused: isRefusing(phone) && kind === 'payin',
  })
  return wireOfCall(simulation, reference, money, outcome)
}

/** The operator has no account for it: as in the sandbox, such a number is refused at the call. */
const isRefusing = (phone: string) => phone.endsWith('059')

function wireOfCall(simulation: Simulation, reference: string, money: Money, outcome: Outcome): Wire {
  const { random, gateways } = simulation
  switch (outcome.kind) {
    case 'declined':
      return random.chance(0.5)
        ? json(422, { status: 'error', message: outcome.failureCode, data: {} })
        : json(400, { status: 'error', message: 'The payment was refused', data: { phone_number: ['refused'] } })
    case 'notSent':
      if (random.chance(0.3)) refuseConnection()
      return json(random.chance(0.5) ? 401 : 403, { status: 'error', message: 'Unauthenticated' })
    case 'unknown':
      return unreadable(outcome.detail, simulation, money)
    default:
      return json(200, { status: 'success', data: rowOf(gateways.movements.get(reference), { outcome, money }) })
  }
}

function unreadable(why: string, { random }: Simulation, money: Money): Wire {
  if (why.startsWith('timedOut') || why === 'slowAndUnknown') timeOut()
  if (why === 'garbage') return garbage()
  const another = {
    transaction_id: `X-${random.hex(12)}`,
    order_id: 'somebody-elses',
    ...amountOf(money),
    status: 'pending',
  }
  if (why === 'otherId') return json(200, { status: 'success', data: another })
  return json(500, { status: 'error', message: 'Server Error' })
}

async function one(simulation: Simulation, task: Task, externalId: string): Promise<Wire> {
  const movement = movementsOfB(simulation).find((some) => some.externalId === externalId)
  const reading = await read(simulation, task, 'B', 'gatewayB.read', movement)
  const { outcome } = reading
  if (outcome.kind === 'notFound') return json(404, { status: 'error', message: 'Transaction not found' })
  if (outcome.kind === 'unknown' || outcome.kind === 'notSent')
    return unreadable(outcome.detail, simulation, movement?.money ?? { amountMinor: 1, currency: 'USD' })
  return json(200, { status: 'success', data: rowOf(movement, reading) })
}

/** A page of everything that moved, newest first: every second market meets a server that knows no filter. */
async function page(simulation: Simulation, task: Task, query: URLSearchParams): Promise<Wire> {
  const hasFilter = simulation.seed % 2 === 0
  const orderId = query.get('order_id')
  const number = Number(query.get('page') ?? 1)
  const all = movementsOfB(simulation).reverse()
  const wanted = hasFilter ? all.filter(isMeant(query)) : all
  const shown = wanted.slice((number - 1) * PAGE, number * PAGE)
  const sought = shown.find(({ reference }) => reference === orderId)
  if (number > 1) fault(simulation, 'list.nextPage')
  const reading = sought && (await read(simulation, task, 'B', 'gatewayB.list', sought))
  if (!reading) {
    const isDown = await outside(
      simulation,
      task,
      'gatewayB.page',
      () => simulation.now < simulation.gateways.downUntil.B,
    )
    if (isDown) timeOut()
  }
  if (sought && reading?.outcome.kind === 'unknown') return unreadable(reading.outcome.detail, simulation, sought.money)
  const rows = shown
    .filter((movement) => movement !== sought || reading?.outcome.kind !== 'notFound')
    .map((movement) => rowOf(movement, movement === sought && reading ? reading : truthOf(movement)))
  const last = Math.max(1, Math.ceil(wanted.length / PAGE))
  return json(200, {
    status: 'success',
    data: { data: rows, current_page: number, last_page: last, per_page: PAGE, total: wanted.length },
  })
}

/** Chooses movements of one reference, or of some time. */
const isMeant = (query: URLSearchParams) => {
  const orderId = query.get('order_id')
  const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''))
  return ({ reference, createdAt }: Movement) =>
    orderId === null ? !(createdAt < Number(from)) && !(createdAt >= Number(to)) : reference === orderId
}

const movementsOfB = ({ gateways }: Simulation) =>
  [...gateways.movements.values()].filter(({ gateway }) => gateway === 'B')

const truthOf = ({ status, money }: Movement): Reading => ({
  outcome: status === 'failed' ? { kind: 'declined', failureCode: 'FAILED' } : { kind: status },
  money,
})

/** A transaction as gateway B shows it, in an answer, a list and a callback. */
export function rowOf(movement: Movement | undefined, reading: Reading): Record<string, unknown> {
  const { outcome } = reading
  const status = { succeeded: 'successful', declined: 'failed' }[outcome.kind as string] ?? 'pending'
  return {
    ...(movement && {
      transaction_id: movement.externalId,
      order_id: movement.reference,
      type: movement.kind,
      created_at: new Date(movement.createdAt).toISOString(),
    }),
    ...moneyOf(reading),
    ...(reading.money && feeOf(reading.money)),
    status,
  }
}

/** Fee that it takes for itself, beside what moves: the payer's side, none of ours. */
const feeOf = ({ amountMinor, currency }: Money) => {
  const fee = Math.ceil(amountMinor / 40)
  return { fee: formatAmount(fee, currency), charged_amount: formatAmount(amountMinor + fee, currency) }
}
