import type { Actor } from '#domain/core/context.ts'
import { Broadcast, broadcast } from '#domain/office/notifications/broadcast.ts'
import { deleteNotification } from '#domain/office/notifications/delete.ts'
import { SetPreferences, setPreferences } from '#domain/office/notifications/preferences.ts'
import { readNotification } from '#domain/office/notifications/read.ts'
import { readAllNotifications } from '#domain/office/notifications/read-all.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, pickFrom } from '../plan.ts'

const everybody = ({ people }: Simulation): Actor[] => [
  ...people.buyers,
  ...people.sellers,
  ...people.riders,
  ...people.admins,
]

/** Somebody's latest notices; now and then one of somebody else's. */
function aNotice(simulation: Simulation): { id: string; whose: Actor } | undefined {
  const all = everybody(simulation)
  const row = pickFrom(
    simulation,
    simulation.store.rows<{ id: string; user: string }>(
      'SELECT id, user_id AS user FROM notifications ORDER BY seq DESC LIMIT 10',
    ),
  )
  const owner = all.find(({ id }) => id === row?.user)
  return row && owner && { id: row.id, whose: simulation.random.chance(0.95) ? owner : simulation.random.pick(all) }
}

const CHOICES = [
  { orders: { email: false } },
  { orders: { inApp: false, sms: false } },
  { orders: { inApp: true, email: true }, payments: { email: false } },
  { locale: 'en' },
  { locale: 'fr' },
]

/** People and what they are told. */
export const notifying: Commands = {
  readNotification: {
    weight: 1,
    plan(simulation) {
      const notice = aNotice(simulation)
      return notice && act('readNotification', notice.whose, notice.id, (ctx) => readNotification(ctx, notice.id))
    },
  },
  readAllNotifications: {
    weight: 0.6,
    plan: (simulation) =>
      act('readAllNotifications', simulation.random.pick(everybody(simulation)), null, (ctx) =>
        readAllNotifications(ctx),
      ),
  },
  deleteNotification: {
    weight: 0.6,
    plan(simulation) {
      const notice = aNotice(simulation)
      return notice && act('deleteNotification', notice.whose, notice.id, (ctx) => deleteNotification(ctx, notice.id))
    },
  },
  setPreferences: {
    weight: 0.5,
    plan(simulation) {
      const input = SetPreferences.parse(simulation.random.pick(CHOICES))
      return act('setPreferences', simulation.random.pick(everybody(simulation)), input, (ctx) =>
        setPreferences(ctx, input),
      )
    },
  },
  broadcast: {
    weight: 0.3,
    plan(simulation) {
      const { random, people } = simulation
      const named = [random.pick(people.buyers).id, random.pick(people.sellers).id]
      const audience = random.chance(0.5)
        ? { role: random.pick(['BUYER', 'SELLER', 'RIDER'] as const) }
        : { userIds: named }
      const input = Broadcast.parse({ audience, title: 'Maintenance', body: 'Ce soir à 22 h.' })
      return act('broadcast', random.pick([people.support, ...people.admins]), input, (ctx) => broadcast(ctx, input))
    },
  },
}
