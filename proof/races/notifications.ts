import { call } from '#testing/running/call.ts'
import { memberOfStaff, newPerson } from '#testing/running/people.ts'
import { countFault, race } from './race.ts'

const WORDS = { title: 'Maintenance', body: 'Ce soir à 22 h.' }
const PATH = '/notifications'

export const notificationRaces = [
  race({
    name: 'broadcast: each reaches its people once, however many crons run',
    guard: 'key',
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
