import { CreateZone, createZone } from '#domain/orders/zones/create.ts'
import { deleteZone } from '#domain/orders/zones/delete.ts'
import { UpdateZone, updateZone } from '#domain/orders/zones/update.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, pickFrom } from '../plan.ts'

const NAMES = ['Ibanda', 'Kadutu', 'Bagira', 'IBANDA']

/** A zone that an administrator means: never the market's own. */
const aZone = (simulation: Simulation) =>
  pickFrom(
    simulation,
    simulation.store.rows<{ id: string }>(`SELECT id FROM delivery_zones WHERE id <> 'z1' ORDER BY id`),
  )?.id

/** Administrators' acts on delivery zones. */
export const zoning: Commands = {
  createZone: {
    weight: 0.6,
    plan({ people, random }) {
      const place = { country: 'CD', city: 'Bukavu', lat: -2.5, lng: 28.86, radiusKm: 5 }
      const fee = random.pick(['1.20', '0', '2.75'])
      const input = CreateZone.parse({ ...place, name: random.pick(NAMES), fee, feeCurrency: 'USD' })
      return act('createZone', random.pick(people.admins), input, (ctx) => createZone(ctx, input))
    },
  },
  updateZone: {
    weight: 1.5,
    plan(simulation) {
      const { people, random } = simulation
      const id = aZone(simulation)
      const input = UpdateZone.parse(
        random.pick([{ fee: '3.10' }, { isOpen: false }, { isOpen: true }, { name: random.pick(NAMES) }]),
      )
      return id === undefined
        ? undefined
        : act('updateZone', random.pick(people.admins), [id, input], (ctx) => updateZone(ctx, id, input))
    },
  },
  deleteZone: {
    weight: 0.2,
    plan(simulation) {
      const id = aZone(simulation)
      return id === undefined
        ? undefined
        : act('deleteZone', simulation.random.pick(simulation.people.admins), id, (ctx) => deleteZone(ctx, id))
    },
  },
}
