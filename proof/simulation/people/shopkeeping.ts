import { updateMySellerProfile } from '../../../src/domain/shops/profiles/update-mine.ts'
import { act, type Commands } from './plan.ts'

/** What sellers do about their business beside selling, and what staff do about their shops. */
export const shopkeeping: Commands = {
  updateMySellerProfile: {
    weight: 0.5,
    plan({ random, people }) {
      const input = random.pick([{ businessName: 'Kivu Doux' }, { taxNumber: 'A1234567' }, { rccm: null }])
      return act('updateMySellerProfile', random.pick(people.sellers), input, (ctx) =>
        updateMySellerProfile(ctx, input),
      )
    },
  },
}
