import { type Answer, call, must, outside } from '../running/call.ts'
import { aStaff, freshPhone, GATEWAY_A_PAYER, newSeller, planNamed } from '../running/people.ts'
import type { RunningService } from '../running/start.ts'
import { sentOnce, silentEnd } from './operator.ts'
import { sentPayout } from './payouts.ts'
import { mustCount, race } from './race.ts'

const payin = (phoneNumber: string, more: Record<string, unknown> = {}) => ({
  amount: '20.50',
  currency: 'USD',
  network: 'vodacom',
  countryCode: 'CD',
  phoneNumber,
  ...more,
})
const onePayin = async (service: RunningService, { phone }: { phone: string }, answers: Answer[]) => {
  const ids = new Set(answers.map(({ data }) => data?.orderId ?? data?.id))
  return ids.size !== 1 ? `${ids.size} payins were answered` : sentOnce(service, { phone })
}

async function charge(service: RunningService) {
  const phone = freshPhone()
  await must(service, await aStaff(service, 'ADMIN'), 'POST', '/gatewayB/payin', payin(phone))
  return { phone }
}

async function deposit(service: RunningService) {
  const [owner, phone] = [await newSeller(service), freshPhone()]
  const newPlanId = await planNamed(service, 'Vendeur')
  const json = { newPlanId, billingCycle: 'MONTHLY', currency: 'USD', payerPhoneNumber: phone, ...GATEWAY_A_PAYER }
  await must(service, owner, 'POST', '/subscriptions/upgrade', json)
  return { phone }
}

/** The gateway's callback of one movement, sent again by the gateway itself. */
async function resendCallback(service: RunningService, movementId: string): Promise<Answer> {
  const { callback } = await outside<{ callback: { status: number | null } }>(
    service,
    'POST',
    `/movements/${movementId}/resend-callback`,
  )
  const status = callback.status ?? 0
  return { status, said: String(status), data: undefined, isReplay: false }
}

const callbackRace = (
  operation: string,
  start: (service: RunningService) => Promise<{ phone: string }>,
  booked: string,
  by: 'reference' | 'id',
) =>
  race({
    name: `${operation}: one callback, sent again and again, is booked once`,
    operations: [operation],
    prepare: async (service) => silentEnd(service, (await start(service)).phone),
    send: (service, { id }) => resendCallback(service, id),
    succeed: 'all',
    refusals: [],
    check: (service, { reference, id }) =>
      mustCount(
        service,
        1,
        'bookings',
        `SELECT count(*) AS n FROM transfers t JOIN gateway_transactions g ON t.ref IN (g.id, g.subject_id)
         WHERE g.reference = ? AND t.kind = ?`,
        by === 'id' ? id : (reference ?? ''),
        booked,
      ),
  })

export const payinRaces = [
  race({
    name: 'payin: duplicates are one charge',
    operations: ['POST /gatewayB/payin'],
    prepare: async (service) => ({ admin: await aStaff(service, 'ADMIN'), phone: freshPhone() }),
    send: (service, { admin, phone }) => call(service, admin, 'POST', '/gatewayB/payin', payin(phone)),
    succeed: 'all',
    refusals: [],
    check: onePayin,
  }),
  race({
    name: "payin: the caller's own reference is one charge",
    operations: ['POST /gatewayB/payin'],
    prepare: async (service) => {
      const phone = freshPhone()
      return { admin: await aStaff(service, 'ADMIN'), phone, json: payin(phone, { orderId: `REF-${phone}` }) }
    },
    send: (service, { admin, json }) => call(service, admin, 'POST', '/gatewayB/payin', json),
    succeed: 'all',
    refusals: [],
    check: onePayin,
  }),
  callbackRace('POST /gatewayB/callbacks', charge, 'charge:paid', 'reference'),
  callbackRace('POST /gatewayA/callbacks/payouts', sentPayout, 'payout:done', 'id'),
  callbackRace('POST /gatewayA/callbacks/deposits', deposit, 'subscription:paid', 'id'),
]
