import { chargeBody, freshPhone, upgradeBody } from '#testing/fixtures/inputs.ts'
import { type Answer, call, mustCall, outside } from '#testing/running/call.ts'
import { memberOfStaff, newSellerOnFreePlan, planNamed } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { sentOnce, silentEnd } from './operator.ts'
import { sentPayout } from './payouts.ts'
import { countFault, race } from './race.ts'

const onePayin = async (service: RunningService, { phone }: { phone: string }, answers: Answer[]) => {
  const ids = new Set(answers.map(({ data }) => data?.orderId ?? data?.id))
  return ids.size !== 1 ? `${ids.size} payins were answered` : sentOnce(service, { phone })
}

async function charge(service: RunningService) {
  const phone = freshPhone()
  await mustCall(
    service,
    await memberOfStaff(service, 'ADMIN'),
    'POST',
    '/gatewayB/payin',
    chargeBody({ phoneNumber: phone }),
  )
  return { phone }
}

async function deposit(service: RunningService) {
  const [owner, phone] = [await newSellerOnFreePlan(service), freshPhone()]
  const json = upgradeBody(await planNamed(service, 'Vendeur'), phone)
  await mustCall(service, owner, 'POST', '/subscriptions/upgrade', json)
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
    guard: 'money',
    operations: [operation],
    prepare: async (service) => silentEnd(service, (await start(service)).phone),
    send: (service, { id }) => resendCallback(service, id),
    succeed: 'all',
    refusals: [],
    check: (service, { reference, id }) =>
      countFault(
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
    name: 'check-status: the money of a silent charge is booked once',
    guard: 'money',
    operations: ['POST /gatewayB/transactions/:id/check-status'],
    async prepare(service) {
      const finance = await memberOfStaff(service, 'ADMIN')
      await silentEnd(service, (await charge(service)).phone)
      const { transactions } = await mustCall(service, finance, 'GET', '/gatewayB/transactions?type=payin&limit=1')
      return { finance, id: transactions[0].id as string }
    },
    send: (service, { finance, id }) => call(service, finance, 'POST', `/gatewayB/transactions/${id}/check-status`),
    succeed: 'all',
    refusals: [],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'credits of the charge',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'charge:paid' AND ref = ?`,
        id,
      ),
  }),
  race({
    name: 'payin: duplicates are one charge',
    guard: 'key',
    operations: ['POST /gatewayB/payin'],
    prepare: async (service) => ({ admin: await memberOfStaff(service, 'ADMIN'), phone: freshPhone() }),
    send: (service, { admin, phone }) =>
      call(service, admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: phone })),
    succeed: 'all',
    refusals: [],
    check: onePayin,
  }),
  race({
    name: "payin: the caller's own reference is one charge",
    guard: 'key',
    operations: ['POST /gatewayB/payin'],
    prepare: async (service) => {
      const phone = freshPhone()
      return {
        admin: await memberOfStaff(service, 'ADMIN'),
        phone,
        json: chargeBody({ phoneNumber: phone, orderId: `REF-${phone}` }),
      }
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
