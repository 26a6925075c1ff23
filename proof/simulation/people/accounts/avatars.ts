import type { Actor } from '#domain/core/context.ts'
import { removeAvatar, setAvatar } from '#domain/people/profile/avatar.ts'
import type { Simulation } from '../../simulation.ts'
import { picture } from '../goods.ts'
import { act, type Commands } from '../plan.ts'

const somebody = ({ random, people }: Simulation): Actor =>
  random.pick([...people.buyers, ...people.sellers, ...people.riders, people.newcomer])

/** People and their own pictures: each one that is replaced is taken away. */
export const avatars: Commands = {
  setAvatar: {
    weight: 2,
    plan(simulation) {
      const plans = act('setAvatar', somebody(simulation), null, (ctx) => setAvatar(ctx, { avatar: picture() }))
      // A thumb that presses twice: each lets go of the one before it.
      return simulation.random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  removeAvatar: {
    weight: 0.7,
    plan: (simulation) => act('removeAvatar', somebody(simulation), null, (ctx) => removeAvatar(ctx)),
  },
}
