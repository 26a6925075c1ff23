import { otherCode } from '#testing/fixtures/inputs.ts'
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
    name: 'booking: a reference is taken once',
    operations: ['POST /ledger/bookings/request'],
    prepare: async (service) => ({ finance: await newPerson(service, 'ACCOUNTANT'), reference: newReference() }),
    send: (service, { finance, reference }) =>
      call(service, finance, 'POST', '/ledger/bookings/request', bookingForm(reference)),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'booking: of two administrators at once one books',
    operations: ['POST /ledger/bookings/confirm'],
    prepare: askedBooking,
    send: confirm,
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS', '410 GONE', ...WRONG],
    check: (service, asked) => bookedTimes(service, asked, 1),
  }),
  race({
    name: 'booking: five wrong codes of an administrator, and none more is compared',
    operations: ['POST /ledger/bookings/confirm'],
    prepare: askedBooking,
    send: (service, { pendingId, one }) =>
      call(service, one.admin, 'POST', '/ledger/bookings/confirm', { pendingId, code: otherCode(one.code) }),
    succeed: 0,
    refusals: [...WRONG, '429 TOO_MANY_REQUESTS', '410 GONE'],
    check: (service, asked) => bookedTimes(service, asked, 0),
  }),
]
