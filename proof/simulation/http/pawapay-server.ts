import { type Currency, formatAmount, type Money, parseAmount } from '#kernel/money.ts'
import type { Outcome, Reading } from '#kernel/outcome.ts'
import type { MovementKind } from '#providers/pawapay.ts'
import { walletsOfA } from '../gateways/clearing.ts'
import { availabilityOfA, configurationOfA } from '../gateways/configuration.ts'
import { move, read } from '../gateways/gateways.ts'
import { requireTaken } from '../gateways/operators.ts'
import type { Task } from '../scheduler.ts'
import { fault, outside, type Simulation } from '../simulation.ts'
import { garbage, json, refuseConnection, timeOut, type Wire } from './answers.ts'
import type { Asked } from './gateways.ts'
import { PUBLIC_KEY } from './signatures.ts'

/** Gateway A as HTTP: every outcome in each of the forms in which the real one may say it. */
export async function answerOfA(simulation: Simulation, task: Task, { method, path, body }: Asked): Promise<Wire> {
  const [, kind, id] = /^\/v2\/(deposit|payout|refund)s(?:\/(.+))?$/.exec(path) ?? []
  if (kind && method === 'POST') return moved(simulation, task, kind as MovementKind, body)
  if (kind && id) return found(simulation, task, kind as MovementKind, decodeURIComponent(id))
  if (path === '/v2/public-key/http') return outside(simulation, task, 'gatewayA.keys', () => json(200, PUBLIC_KEY))
  if (path === '/v2/wallet-balances') {
    return outside(simulation, task, 'gatewayA.wallets', () => {
      const balances = walletsOfA(simulation).map(({ country, currency, balanceMinor }) => ({
        country,
        currency,
        balance: formatAmount(balanceMinor, currency),
      }))
      return simulation.now < simulation.gateways.downUntil.A ? json(503, {}) : json(200, { balances })
    })
  }
  if (path === '/v2/availability') {
    return outside(simulation, task, 'gatewayA.availability', () => {
      const isHeard =
        simulation.now >= simulation.gateways.downUntil.A && !(simulation.hasFaults && simulation.random.chance(0.3))
      return isHeard ? json(200, availabilityOfA(simulation)) : json(503, {})
    })
  }
  return outside(simulation, task, 'gatewayA.configuration', () => {
    const offered = configurationOfA(simulation)
    return offered ? json(200, offered) : json(503, {})
  })
}

/** Operator of the account at the other end; a refund goes back where its deposit came from. */
function operatorOf({ payer, recipient }: Record<string, unknown>): string {
  const party = (payer ?? recipient) as { accountDetails: { provider: string } } | undefined
  return party?.accountDetails.provider ?? ''
}

/** The number at the other end, in the digits of its country. */
const phoneOf = ({ payer, recipient }: Record<string, unknown>) =>
  ((payer ?? recipient) as { accountDetails: { phoneNumber: string } } | undefined)?.accountDetails.phoneNumber ?? ''

/** An operator that is closed refuses at the call. */
function refusedBy({ gateways, now }: Simulation, operator: string): Outcome | undefined {
  const isClosed = (gateways.closedUntil.get(operator) ?? 0) > now
  return isClosed ? { kind: 'declined', failureCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE' } : undefined
}

async function moved(simulation: Simulation, task: Task, kind: MovementKind, body: Record<string, unknown>) {
  const id = String(body[`${kind}Id`])
  const currency = body.currency as Currency
  const amountMinor = parseAmount(String(body.amount), currency)
  if (amountMinor === undefined) return json(400, { failureReason: { failureCode: 'INVALID_AMOUNT' } })
  const operator = operatorOf(body)
  requireTaken(simulation, operator, { amountMinor, currency })
  const isKnown = simulation.gateways.movements.has(id)
  const refused = isKnown ? undefined : refusedBy(simulation, operator)
  if (refused) fault(simulation, 'call.closed')
  const outcome =
    refused ?? (await move(simulation, task, 'A', kind, id, { amountMinor, currency }, { phone: phoneOf(body) }))
  return wireOfCall(simulation, kind, id, outcome, isKnown)
}

function wireOfCall({ random }: Simulation, kind: MovementKind, id: string, outcome: Outcome, isKnown: boolean): Wire {
  const named = { [`${kind}Id`]: id }
  switch (outcome.kind) {
    case 'succeeded':
      // Only a status says so.
      return json(200, { ...named, status: 'DUPLICATE_IGNORED' })
    case 'pending':
      return json(200, {
        ...named,
        status: isKnown ? 'DUPLICATE_IGNORED' : 'ACCEPTED',
        created: '2026-06-01T08:00:00Z',
      })
    case 'declined': {
      const failureReason = { failureCode: outcome.failureCode, failureMessage: 'refused' }
      return random.chance(0.7)
        ? json(200, { ...named, status: 'REJECTED', failureReason })
        : json(400, { failureReason })
    }
    case 'notSent': {
      if (random.chance(0.3)) refuseConnection()
      const isKnownToThem = random.chance(0.5)
      const failureCode = isKnownToThem ? 'AUTHORISATION_ERROR' : 'AUTHENTICATION_ERROR'
      return json(isKnownToThem ? 403 : 401, { failureReason: { failureCode } })
    }
    default:
      return unreadable(outcome.detail, { [`${kind}Id`]: '00000000-0000-4000-8000-000000000000', status: 'ACCEPTED' })
  }
}

function unreadable(why: string, another: unknown): Wire {
  if (why.startsWith('timedOut') || why === 'slowAndUnknown') timeOut()
  if (why === 'garbage') return garbage()
  return why === 'otherId' ? json(200, another) : json(500, { failureReason: { failureCode: 'UNKNOWN_ERROR' } })
}

async function found(simulation: Simulation, task: Task, kind: MovementKind, id: string): Promise<Wire> {
  const movement = simulation.gateways.movements.get(id)
  const reading = await read(simulation, task, 'A', `gatewayA.read.${kind}`, movement)
  const { outcome } = reading
  if (outcome.kind === 'notFound') return json(200, { status: 'NOT_FOUND' })
  if (outcome.kind === 'unknown' || outcome.kind === 'notSent')
    return unreadable(outcome.detail, {
      status: 'FOUND',
      data: { [`${kind}Id`]: 'somebody-elses', status: 'COMPLETED' },
    })
  return json(200, { status: 'FOUND', data: bodyOfA(kind, id, reading) })
}

/** Makes the body in which gateway A speaks of a movement, in a status and in a callback. */
export function bodyOfA(kind: MovementKind, id: string, reading: Reading): Record<string, unknown> {
  const { outcome } = reading
  return { [`${kind}Id`]: id, ...statusOf(outcome), ...moneyOf(reading) }
}

function statusOf(outcome: Reading['outcome']) {
  switch (outcome.kind) {
    case 'succeeded':
      return { status: 'COMPLETED' }
    case 'declined':
      return { status: 'FAILED', failureReason: { failureCode: outcome.failureCode, failureMessage: 'refused' } }
    default:
      return { status: (outcome.kind === 'pending' && outcome.state) || 'ACCEPTED' }
  }
}

/** The money of a reading, or the part of it that it says. */
export const moneyOf = ({ money, amount, currency }: Reading) => ({
  ...(money && amountOf(money)),
  ...(amount !== undefined && { amount }),
  ...(currency && { currency }),
})

/** Gateways write the same amount in their own way. */
export const amountOf = ({ amountMinor, currency }: Money) => ({
  amount: formatAmount(amountMinor, currency).replace(/\.00$/, ''),
  currency,
})
