import { requestCopy } from '#domain/people/copy/request.ts'
import { act, type Commands } from '../plan.ts'

/** People who want all that the market keeps of them. */
export const copying: Commands = {
  requestCopy: {
    weight: 0.5,
    plan({ random, people }) {
      const person = random.pick([...people.buyers, ...people.sellers, ...people.riders, people.newcomer])
      return act('requestCopy', person, null, (ctx) => requestCopy(ctx))
    },
  },
}
