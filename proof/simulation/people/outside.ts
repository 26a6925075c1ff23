import { receiveCallback } from '#domain/money/gateways/hearing/receive-callback.ts'
import { unsealOrders } from '#domain/orders/sealing/unseal.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { callBack, decide } from '../gateways/gateways.ts'
import type { Movement } from '../gateways/movements.ts'
import { OPERATORS } from '../gateways/operators.ts'
import { requestOf } from '../http/signatures.ts'
import { runsTonight, stopNights } from '../nights.ts'
import { fault, type Simulation, say } from '../simulation.ts'
import { runJobs } from '../ticks.ts'
import { act, type Command, type Commands, type Plan, pickFrom } from './plan.ts'

/** A run of the jobs of one expression. */
const tick = (simulation: Simulation, label: string, expression: string): Plan[] => [
  { label, as: null, args: null, takesTime: true, run: (ctx) => runJobs(simulation, ctx, expression) },
]
const everyMinute = (simulation: Simulation, label = 'cron') => tick(simulation, label, '* * * * *')

/** Somebody outside decides about a movement that waits. */
const onMovement = (
  weight: number,
  isMeant: (movement: Movement) => boolean,
  decision: (simulation: Simulation, movement: Movement) => void,
): Command => ({
  weight,
  plan(simulation) {
    const movement = pickFrom(simulation, [...simulation.gateways.movements.values()].filter(isMeant))
    if (!movement) return undefined
    decision(simulation, movement)
    return []
  },
})

const isIn = ({ kind, status }: Movement) => status === 'pending' && (kind === 'payin' || kind === 'deposit')
const isOut = ({ kind, status }: Movement) => status === 'pending' && kind !== 'payin' && kind !== 'deposit'
const told = (what: string) => (simulation: Simulation, movement: Movement) => {
  say(simulation, `${simulation.step} ${what} ${movement.kind} ${movement.reference}`)
}
const deciding = (what: string, verdict: 'succeeded' | 'failed') => (simulation: Simulation, movement: Movement) => {
  told(what)(simulation, movement)
  decide(simulation, movement, verdict)
}

const JUMPS = {
  [16 * MINUTE_MS]: 6,
  [HOUR_MS]: 4,
  [25 * HOUR_MS]: 2,
  [49 * HOUR_MS]: 2,
  [73 * HOUR_MS]: 1.5,
  [8 * DAY_MS]: 0.6,
  [31 * DAY_MS]: 0.5,
}

export const outsideWorld: Commands = {
  approveOnPhone: onMovement(17, isIn, deciding('approved', 'succeeded')),
  refuseOnPhone: onMovement(3, isIn, deciding('refused', 'failed')),
  operatorPays: onMovement(9, isOut, deciding('paid', 'succeeded')),
  operatorFails: onMovement(2.5, isOut, deciding('could not pay', 'failed')),
  /** A callback that nobody sent: without a signature, or with a false one. */
  forgedCallback: onMovement(
    2,
    () => true,
    (simulation, movement) => {
      told('forged')(simulation, movement)
      const outcome = { kind: 'succeeded' } as const
      callBack(
        simulation,
        movement,
        { verdict: simulation.random.pick(['forged', 'unsigned']), reading: { outcome, money: movement.money } },
        simulation.now,
      )
    },
  ),
  /** On its way, in the gateway's own words. */
  progressCallback: onMovement(
    2,
    ({ status, gateway }) => status === 'pending' && gateway === 'A',
    (simulation, movement) => {
      told('progress of')(simulation, movement)
      const state = simulation.random.pick(['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION'])
      callBack(simulation, movement, { reading: { outcome: { kind: 'pending', state } } }, simulation.now)
    },
  ),
  gatewayDown: {
    weight: 0.4,
    plan(simulation) {
      const gateway = simulation.random.pick(['A', 'B'] as const)
      simulation.gateways.downUntil[gateway] = simulation.now + HOUR_MS
      fault(simulation, 'down for an hour')
      say(simulation, `${simulation.step} gateway ${gateway} is down for an hour`)
      return []
    },
  },
  /** Our key at a gateway is no longer good, for hours or days: every call comes back 401 or 403. */
  gatewayLocked: {
    weight: 0.15,
    plan(simulation) {
      const gateway = simulation.random.pick(['A', 'B'] as const)
      const hours = simulation.random.pick([2, 12, 60])
      simulation.gateways.lockedUntil[gateway] = simulation.now + hours * HOUR_MS
      fault(simulation, 'locked out for days')
      say(simulation, `${simulation.step} gateway ${gateway} locks us out for ${hours} hours`)
      return []
    },
  },
  /** An operator of gateway A moves nothing for a while. */
  operatorCloses: {
    weight: 0.3,
    plan(simulation) {
      const operator = simulation.random.pick(Object.keys(OPERATORS))
      simulation.gateways.closedUntil.set(operator, simulation.now + simulation.random.pick([1, 6, 24]) * HOUR_MS)
      fault(simulation, 'operator closed')
      say(simulation, `${simulation.step} ${operator} closes`)
      return []
    },
  },
  callback: {
    weight: 0,
    plan(simulation, callback) {
      if (!callback) return undefined
      const { gateway, claim } = callback
      const request = { ...requestOf(simulation, callback), countAsGuest: async () => {}, refuseUnclear: () => {} }
      const label = `callback ${gateway}`
      return act(label, null, claim, (ctx) => receiveCallback(ctx, gateway, request))
    },
  },
  cron: { weight: 9, plan: (simulation) => everyMinute(simulation) },
  cronTwice: {
    weight: 4,
    plan: (simulation) => [...everyMinute(simulation, 'cronTwice'), ...everyMinute(simulation, 'cronTwice')],
  },
  cronHourly: { weight: 1, plan: (simulation) => tick(simulation, 'cronHourly', '17 * * * *') },
  /** Somebody needs a closed order again. */
  unsealOrder: {
    weight: 2,
    plan(simulation) {
      const sealed = simulation.store.look<{ id: string }>(
        'SELECT id FROM orders WHERE sealed_in IS NOT NULL ORDER BY id',
      )
      const id = pickFrom(simulation, sealed)?.id
      return id === undefined ? undefined : act('unsealOrder', null, id, (ctx) => unsealOrders(ctx, [id]))
    },
  },
  cronSealing: { weight: 4, plan: (simulation) => tick(simulation, 'cronSealing', '41 * * * *') },
  cronNightly: {
    weight: 0.6,
    plan: (simulation) => (runsTonight(simulation) ? tick(simulation, 'cronNightly', '23 1 * * *') : []),
  },
  /** Nights fall out for some days, as of a deployment that broke them; the other jobs run. */
  nightsStop: {
    weight: 0.3,
    plan(simulation) {
      const days = simulation.random.pick([1, 3, 9])
      stopNights(simulation, days * DAY_MS)
      say(simulation, `${simulation.step} no night runs for ${days} days`)
      return []
    },
  },
  clockJump: {
    weight: 1.6,
    plan(simulation) {
      const byMs = Number(simulation.random.weighted(JUMPS))
      simulation.now += byMs
      say(simulation, `${simulation.step} ${byMs / MINUTE_MS} minutes pass`)
      return simulation.random.chance(0.7) ? everyMinute(simulation) : []
    },
  },
}
