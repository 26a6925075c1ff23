import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff, newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const WORDS = { title: 'Maintenance', body: 'Ce soir à 22 h.' }
const PATH = '/notifications'

/** Somebody who was told something. */
async function told(service: RunningService) {
  const [person, staff] = [await newPerson(service), await memberOfStaff(service)]
  await mustCall(service, staff, 'POST', PATH, { audience: { userIds: [person.id] }, ...WORDS })
  await service.cron()
  const { notifications } = await mustCall(service, person, 'GET', PATH)
  return { person, id: (notifications as { id: string }[])[0]?.id ?? '' }
}
const countUnread = (service: RunningService, userId: string) =>
  countFault(
    service,
    1,
    'feeds of a person that nothing is unread in',
    'SELECT count(*) AS n FROM feeds WHERE user_id = ? AND unread = 0',
    userId,
  )

export const notificationRaces = [
  race({
    name: 'notification: read by itself, with all others, and thrown away',
    operations: [`POST ${PATH}/:id/read`, `POST ${PATH}/read-all`, `DELETE ${PATH}/:id`],
    prepare: told,
    send(service, { person, id }, i) {
      if (i % 3 === 0) return call(service, person, 'POST', `${PATH}/${id}/read`)
      if (i % 3 === 1) return call(service, person, 'POST', `${PATH}/read-all`)
      return call(service, person, 'DELETE', `${PATH}/${id}`)
    },
    succeed: { least: 17, most: 50 },
    refusals: ['404 NOT_FOUND'],
    check: (service, { person }) => countUnread(service, person.id),
  }),
  race({
    name: 'preferences: each change is kept',
    operations: [`PUT ${PATH}/preferences`],
    prepare: newPerson,
    send: (service, person, i) =>
      call(service, person, 'PUT', `${PATH}/preferences`, { [i % 2 ? 'orders' : 'payments']: { email: false } }),
    succeed: 'all',
    refusals: [],
    check: (service, person) =>
      countFault(
        service,
        1,
        'choices with both changes',
        `SELECT count(*) AS n FROM notification_preferences WHERE user_id = ?
           AND choices ->> '$.orders.email' = 0 AND choices ->> '$.payments.email' = 0`,
        person.id,
      ),
  }),
  race({
    name: 'broadcast: each reaches its people once, however many crons run',
    operations: [`POST ${PATH}`],
    prepare: async (service) => ({ person: await newPerson(service), staff: await memberOfStaff(service) }),
    send: (service, { person, staff }) =>
      call(service, staff, 'POST', PATH, { audience: { userIds: [person.id, person.id] }, ...WORDS }),
    succeed: { least: 1, most: 20 },
    refusals: ['429 TOO_MANY_REQUESTS'],
    check: async (service, { person }, answers) => {
      await Promise.all([service.cron(), service.cron(), service.cron()])
      await service.cron()
      return countFault(
        service,
        answers.filter(({ status }) => status === 201).length,
        'notices of a person',
        'SELECT count(*) AS n FROM notifications WHERE user_id = ?',
        person.id,
      )
    },
  }),
]
