import { call, codeAfter, mustCall } from '#testing/running/call.ts'
import { newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { WRONG } from './operator.ts'
import { countFault, race } from './race.ts'

const FEE = { kind: 'GATEWAY_FEE', gateway: 'B', currency: 'USD', amount: '1.25', note: 'Relevé du mois' }
let last = 0

function bookingForm(reference: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...FEE, reference })) form.append(name, value)
  return form
}
const newReference = () => `COURSE-${Date.now()}-${++last}`

/** A booking that two administrators have a code for. */
async function askedBooking(service: RunningService) {
  const finance = await newPerson(service, 'ACCOUNTANT')
  const form = bookingForm(newReference())
  const { pendingId } = await mustCall(service, finance, 'POST', '/ledger/bookings/request', form)
  const codeOf = async () => {
    const admin = await newPerson(service, 'ADMIN')
    const ask = () => mustCall(service, admin, 'POST', '/ledger/bookings/confirm', { pendingId })
    return { admin, code: await codeAfter(service, admin.email, ask) }
  }
  return { pendingId: pendingId as string, one: await codeOf(), two: await codeOf() }
}
type Asked = Awaited<ReturnType<typeof askedBooking>>

const confirm = (service: RunningService, { pendingId, one, two }: Asked, i: number) => {
  const { admin, code } = i % 2 === 0 ? one : two
  return call(service, admin, 'POST', '/ledger/bookings/confirm', { pendingId, code })
}

const bookedTimes = (service: RunningService, { pendingId }: Asked, times: number) =>
  countFault(
    service,
    times,
    'transfers',
    `SELECT count(*) AS n FROM transfers WHERE kind = 'booking:fee' AND ref = ?`,
    pendingId,
  )

export const bookingRaces = [
  race({
    name: 'booking: of two administrators at once one books',
    guard: 'money',
    operations: ['POST /ledger/bookings/confirm'],
    prepare: askedBooking,
    send: confirm,
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS', '410 GONE', ...WRONG],
    check: (service, asked) => bookedTimes(service, asked, 1),
  }),
]
