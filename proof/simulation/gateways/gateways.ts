import { formatAmount, type Money } from '#kernel/money.ts'
import type { Outcome, Reading } from '#kernel/outcome.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { checkCharge } from '../laws/charges.ts'
import { checkLeaving } from '../laws/leaving.ts'
import type { Task } from '../scheduler.ts'
import { broke, fault, outside, type Simulation } from '../simulation.ts'
import { CALL_FAULTS, CALLBACK_FAULTS, type CallFaultName, callWeights, FORMS, READ_FAULTS } from './faults.ts'
import type { Claim, Movement, Verdict } from './movements.ts'

const WORDS = ['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION', 'A_NEW_WORD']
const REFUSALS = ['PAYMENT_NOT_APPROVED', 'INSUFFICIENT_BALANCE', 'PAWAPAY_WALLET_OUT_OF_FUNDS', 'UNSPECIFIED_FAILURE']

/** A call that moves money, with whatever goes wrong in it. */
export function move(
  simulation: Simulation,
  task: Task,
  gateway: 'A' | 'B',
  kind: Movement['kind'],
  reference: string,
  money: Money,
  { phone, isRefused = false }: { phone: string; isRefused?: boolean },
): Promise<Outcome> {
  const { random, gateways } = simulation
  checkCharge(simulation, task, { kind, reference, money })
  checkLeaving(simulation, task, { kind, reference, phone })
  return outside(simulation, task, `gateway${gateway}.${kind}`, async () => {
    if (simulation.now < gateways.downUntil[gateway]) {
      fault(simulation, 'call.down')
      return random.chance(0.5) ? { kind: 'notSent', detail: 'DOWN' } : { kind: 'unknown', detail: 'DOWN' }
    }
    if (simulation.now < gateways.lockedUntil[gateway]) {
      fault(simulation, 'call.locked')
      return { kind: 'notSent', detail: 'LOCKED' }
    }
    const name: CallFaultName = isRefused ? 'refused' : simulation.hasFaults ? random.weighted(callWeights) : 'none'
    fault(simulation, `call.${name}`)
    const chosen: (typeof CALL_FAULTS)[CallFaultName] & { slow?: true; silent?: true; callbackFirst?: true } =
      CALL_FAULTS[name]
    let movement = gateways.movements.get(reference)
    if (chosen.happened) {
      if (movement && gateway === 'B') broke(simulation, 'gateway B is never asked twice for one movement', reference)
      movement ??= receive(simulation, gateway, kind, reference, money, phone)
      movement.isSilent ||= chosen.silent === true
      if (chosen.answer === 'succeeded') decide(simulation, movement, 'succeeded')
      if (chosen.callbackFirst) {
        movement.isSilent = false
        decide(simulation, movement, random.chance(0.6) ? 'succeeded' : 'failed')
      }
    }
    if (chosen.slow) {
      task.isDisturbed = true
      await simulation.scheduler.park(task, 1 + random.below(4))
    }
    switch (chosen.answer) {
      case 'pending':
        return chosen.callbackFirst ? pending(simulation, movement) : outcomeOf(simulation, movement)
      case 'succeeded':
        return outcomeOf(simulation, movement)
      case 'declined':
        return { kind: 'declined', failureCode: random.pick(REFUSALS), failureMessage: 'refused' }
      default:
        return { kind: chosen.answer, detail: name }
    }
  })
}

function receive(
  simulation: Simulation,
  gateway: 'A' | 'B',
  kind: Movement['kind'],
  reference: string,
  money: Money,
  phone: string,
): Movement {
  const movement: Movement = {
    gateway,
    kind,
    reference,
    externalId: `X-${simulation.random.hex(12)}`,
    money,
    phone,
    status: 'pending',
    decidedAt: 0,
    isSilent: false,
    hasLied: false,
    createdAt: simulation.now,
  }
  simulation.gateways.movements.set(reference, movement)
  return movement
}

const idOf = (movement: Movement | undefined) => (movement?.gateway === 'B' ? { externalId: movement.externalId } : {})

function pending(simulation: Simulation, movement: Movement | undefined): Outcome {
  const state = movement?.gateway === 'A' ? { state: simulation.random.pick(WORDS) } : {}
  return { kind: 'pending', ...idOf(movement), ...state }
}

function outcomeOf(simulation: Simulation, movement: Movement | undefined, status = movement?.status): Outcome {
  if (status === 'succeeded') return { kind: 'succeeded', ...idOf(movement) }
  if (status === 'failed') return { kind: 'declined', failureCode: simulation.random.pick(REFUSALS), ...idOf(movement) }
  return pending(simulation, movement)
}

/** A gateway may leave out the currency of an amount, the amount, or both. */
function partOf(simulation: Simulation, money: Money): Pick<Reading, 'money' | 'amount' | 'currency'> {
  const form = simulation.random.weighted(FORMS)
  fault(simulation, `money.${form}`)
  if (form === 'amountOnly') return { amount: formatAmount(money.amountMinor, money.currency) }
  if (form === 'currencyOnly') return { currency: money.currency }
  return form === 'both' ? { money } : {}
}

const other = ({ amountMinor, currency }: Money, what: 'otherAmount' | 'otherCurrency'): Money =>
  what === 'otherAmount'
    ? { amountMinor: amountMinor + 1, currency }
    : { amountMinor, currency: currency === 'USD' ? 'CDF' : 'USD' }

/** A status read, true or not. */
export function read(
  simulation: Simulation,
  task: Task,
  gateway: 'A' | 'B',
  site: string,
  movement: Movement | undefined,
): Promise<Reading> {
  const { random } = simulation
  return outside(simulation, task, site, (): Reading => {
    if (simulation.now < simulation.gateways.downUntil[gateway]) {
      fault(simulation, 'read.down')
      return { outcome: { kind: 'unknown', detail: 'DOWN' } }
    }
    if (simulation.now < simulation.gateways.lockedUntil[gateway])
      return { outcome: { kind: 'unknown', detail: 'LOCKED' } }
    const name = simulation.hasFaults ? random.weighted(READ_FAULTS) : 'none'
    const isDone = movement?.status === 'succeeded'
    if (!movement || name === 'timedOut' || name === 'garbage' || name === 'otherId') {
      fault(simulation, movement ? `read.${name}` : 'read.notFound')
      return { outcome: movement ? { kind: 'unknown', detail: name } : { kind: 'notFound' } }
    }
    if (name === 'notFoundYet' && simulation.now - movement.createdAt < 14 * MINUTE_MS) {
      fault(simulation, 'read.notFoundYet')
      return { outcome: { kind: 'notFound' } }
    }
    if ((name === 'otherAmount' || name === 'otherCurrency') && isDone) {
      fault(simulation, `read.${name}`)
      movement.hasLied = true
      return { outcome: outcomeOf(simulation, movement), ...partOf(simulation, other(movement.money, name)) }
    }
    if (name === 'disagrees') {
      fault(simulation, 'read.disagrees')
      movement.hasLied = true
      return { outcome: outcomeOf(simulation, movement, isDone ? 'failed' : 'succeeded'), money: movement.money }
    }
    fault(simulation, 'read.none')
    return { outcome: outcomeOf(simulation, movement), ...partOf(simulation, movement.money) }
  })
}

/** The payer, the operator or the clock decides; what we hear of it, and when, is another matter. */
export function decide(simulation: Simulation, movement: Movement, verdict: Verdict): void {
  if (movement.status !== 'pending') return
  movement.status = verdict
  movement.decidedAt = simulation.now
  const name = simulation.hasFaults ? simulation.random.weighted(CALLBACK_FAULTS) : 'none'
  if (movement.isSilent) return
  fault(simulation, `callback.${name}`)
  for (const { dueAt, ...claim } of sayings(simulation, movement, verdict, name))
    callBack(simulation, movement, claim, dueAt)
}

type Saying = Partial<Claim> & { reading: Reading; dueAt: number }

/** The callbacks of a verdict, with what goes wrong with them. */
function sayings(
  simulation: Simulation,
  movement: Movement,
  verdict: Verdict,
  name: keyof typeof CALLBACK_FAULTS,
): Saying[] {
  const { random, now } = simulation
  const dueAt = now + random.below(20) * SECOND_MS
  const reading: Reading = { outcome: outcomeOf(simulation, movement), ...partOf(simulation, movement.money) }
  const truth = { reading, dueAt }
  switch (name) {
    case 'lost':
      return []
    case 'late':
      return [{ reading, dueAt: now + random.below(30) * HOUR_MS }]
    case 'twice':
      return [truth, { reading, dueAt: dueAt + random.below(3) * MINUTE_MS }]
    case 'reordered':
      return [truth, { reading: { outcome: pending(simulation, movement) }, dueAt: dueAt + SECOND_MS }]
    case 'failedAfterCompleted':
      if (verdict !== 'succeeded') return [truth]
      movement.hasLied = true
      return [truth, { reading: { outcome: outcomeOf(simulation, movement, 'failed') }, dueAt: dueAt + SECOND_MS }]
    case 'forged': {
      const outcome = outcomeOf(simulation, movement, verdict === 'succeeded' ? 'failed' : 'succeeded')
      return [{ reading: { outcome }, dueAt, verdict: random.pick(['forged', 'unsigned']) }, truth]
    }
    case 'otherAmount':
    case 'otherCurrency':
      if (verdict !== 'succeeded') return [truth]
      movement.hasLied = true
      return [{ reading: { ...reading, money: other(movement.money, name) }, dueAt }]
    case 'otherId':
      return [{ ...truth, id: random.hex(32), transactionId: 'X-nobody' }]
    default:
      return [truth]
  }
}

export function callBack(
  simulation: Simulation,
  movement: Movement,
  more: Partial<Claim> & { reading: Reading },
  dueAt: number,
) {
  const { gateway, kind, reference, externalId } = movement
  const claim: Claim = {
    verdict: 'verified',
    id: reference,
    ...(gateway === 'B' && { transactionId: externalId }),
    ...more,
  }
  simulation.gateways.callbacks.push({ gateway, kind, dueAt, claim })
}
