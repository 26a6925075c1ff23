import { sentBefore } from '../keys.ts'
import { type Commands, pickFrom } from './plan.ts'

/** An answer that was lost, or a phone that thinks so: the same request goes out again with its key. */
export const repeating: Commands = {
  repeatWithKey: {
    weight: 5,
    plan(simulation) {
      const request = pickFrom(simulation, sentBefore(simulation))
      if (!request) return undefined
      // Now and then an app gives its key to another request.
      return [simulation.random.chance(0.05) ? { ...request, args: [request.args, 'other'] } : request]
    },
  },
}
