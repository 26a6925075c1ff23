import { requestBooking } from '#domain/money/bookings/request.ts'
import type { Line } from '../../gateways/movements.ts'
import { bookingOf, unbookedLines } from '../../gateways/statement.ts'
import { type Simulation, say } from '../../simulation.ts'
import { act, type Command, type Commands, pickFrom } from '../plan.ts'

/** A gateway moves money of its own accord, and writes it on its statement; in Rwanda there are no cents. */
const line = (weight: number, kind: Line['kind'], most: number): Command => ({
  weight,
  plan(simulation) {
    const { random, gateways } = simulation
    const moved = [...gateways.movements.values()].filter(({ status }) => status === 'succeeded')
    const movement = pickFrom(simulation, moved)
    if (!movement) return undefined
    const { gateway, money } = movement
    const reference = `${kind}-${gateways.lines.length}`
    const amountMinor = 1 + random.below(most)
    gateways.lines.push({ gateway, kind, reference, money: { ...money, amountMinor } })
    say(simulation, `${simulation.step} gateway ${gateway} ${reference} ${amountMinor} ${money.currency}`)
    return []
  },
})

/** Gateways take and pay out money that we did not ask for, and finance books their statements. */
export const statements: Commands = {
  gatewayTakesFee: line(1.2, 'GATEWAY_FEE', 60),
  gatewaySettles: line(0.8, 'SETTLEMENT', 5000),
  weTopUp: line(0.3, 'TOP_UP', 9000),
  bookStatement: {
    weight: 3,
    plan(simulation: Simulation) {
      const found = pickFrom(simulation, unbookedLines(simulation))
      if (!found) return undefined
      const input = bookingOf(found)
      return act('bookStatement', simulation.random.pick(simulation.people.admins), input, (ctx) =>
        requestBooking(ctx, input),
      )
    },
  },
}
