import type { Actor } from '#domain/core/context.ts'
import { UpdateShop, updateShop } from '#domain/shops/shops/update.ts'
import { DAY_MS, HOUR_MS, iso } from '#kernel/time.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, owner, pickFrom } from '../plan.ts'

type Card = { id: string; seller: string; isClosed: 0 | 1 }
const CARDS = `SELECT id, seller_profile_id AS seller, closed_from IS NOT NULL AS isClosed FROM shops
  WHERE status = 'PUBLISHED' ORDER BY id`

const pickShop = (simulation: Simulation, isMeant: (shop: Card) => boolean) =>
  pickFrom(simulation, simulation.store.rows<Card>(CARDS).filter(isMeant))
const itsSeller = (simulation: Simulation, { seller }: Card): Actor =>
  owner(simulation, simulation.people.sellers, ({ sellerProfileId }) => sellerProfileId === seller)

/** Some are under way, some begin soon, and some have no end. */
function someClosure({ random, now }: Simulation) {
  const from = now + random.pick([-HOUR_MS, 0, 0, HOUR_MS])
  return {
    closedFrom: iso(from),
    closedTo: random.chance(0.2) ? null : iso(from + random.pick([2 * HOUR_MS, DAY_MS, 5 * DAY_MS])),
    closureNote: 'Deuil',
  }
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const HOURS = [
  [],
  EVERY_DAY.map((day) => ({ day, open: '08:00', close: '17:30' })),
  EVERY_DAY.map((day) => ({ day, open: '18:00', close: '02:00' })),
  [{ day: 6, open: '09:00', close: '12:00' }],
]

/** Owners who close their shop for some days, open it again and give their hours. */
export const closing: Commands = {
  closeForDays: {
    weight: 0.8,
    plan(simulation) {
      const shop = pickShop(simulation, ({ isClosed }) => isClosed === 0)
      if (!shop) return undefined
      const input = UpdateShop.parse(someClosure(simulation))
      return act('closeForDays', itsSeller(simulation, shop), [shop.id, input], (ctx) =>
        updateShop(ctx, shop.id, input),
      )
    },
  },
  // A market whose shops stay closed has nothing to tell.
  openAgain: {
    weight: 3,
    plan(simulation) {
      const shop = pickShop(simulation, ({ isClosed }) => isClosed === 1)
      if (!shop) return undefined
      const input = UpdateShop.parse({ closedFrom: null, closedTo: null })
      return act('openAgain', itsSeller(simulation, shop), [shop.id, input], (ctx) => updateShop(ctx, shop.id, input))
    },
  },
  setHours: {
    weight: 0.6,
    plan(simulation) {
      const shop = pickShop(simulation, () => true)
      if (!shop) return undefined
      const input = UpdateShop.parse({ openingHours: simulation.random.pick(HOURS) })
      return act('setHours', itsSeller(simulation, shop), [shop.id, input], (ctx) => updateShop(ctx, shop.id, input))
    },
  },
}
