import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff, newRider } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const PATH = '/deliveries/zones'
let made = 0
const aZone = () => ({
  ...{ name: `Zone ${Date.now()}-${made++}`, country: 'CD', city: 'Uvira', lat: -3.4, lng: 29.14, radiusKm: 5 },
  ...{ fee: '2.00', feeCurrency: 'USD' },
})

async function standing(service: RunningService) {
  const admin = await memberOfStaff(service, 'ADMIN')
  const { id } = await mustCall(service, admin, 'POST', PATH, aZone())
  return { admin, id: id as string }
}

export const zoneRaces = [
  race({
    name: 'zone: one of a name',
    operations: [`POST ${PATH}`],
    prepare: async (service) => ({ admin: await memberOfStaff(service, 'ADMIN'), zone: aZone() }),
    send: (service, { admin, zone }) => call(service, admin, 'POST', PATH, zone),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'zone: taken away, or a rider’s',
    operations: [`DELETE ${PATH}/:id`, `PUT ${PATH}/:id`, 'PUT /riders/me'],
    prepare: async (service) => ({ ...(await standing(service)), rider: await newRider(service) }),
    send: (service, { admin, id, rider }, i) => {
      if (i % 3 === 0) return call(service, admin, 'DELETE', `${PATH}/${id}`)
      if (i % 3 === 1) return call(service, admin, 'PUT', `${PATH}/${id}`, { fee: '2.50' })
      return call(service, rider, 'PUT', '/riders/me', { zones: [id] })
    },
    succeed: { least: 1, most: 34 },
    refusals: ['404 NOT_FOUND', '409 IN_USE', '400 VALIDATION_ERROR'],
    check: (service, { id }) =>
      countFault(
        service,
        0,
        'riders of a zone that is no more',
        `SELECT count(*) AS n FROM rider_zones x JOIN delivery_zones z ON z.id = x.zone_id
         WHERE z.id = ? AND z.deleted_at IS NOT NULL`,
        id,
      ),
  }),
]
