import { type Answer, call, must, outside } from '../running/call.ts'
import { aStaff, freshPhone, GATEWAY_A_PAYER, newSeller, planNamed } from '../running/town.ts'
import type { World } from '../running/world.ts'
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
const onePayin = async (world: World, { phone }: { phone: string }, answers: Answer[]) => {
  const ids = new Set(answers.map(({ data }) => data?.orderId ?? data?.id))
  return ids.size !== 1 ? `${ids.size} payins were answered` : sentOnce(world, { phone })
}

async function charge(world: World) {
  const phone = freshPhone()
  await must(world, await aStaff(world, 'ADMIN'), 'POST', '/gatewayB/payin', payin(phone))
  return { phone }
}

async function deposit(world: World) {
  const [owner, phone] = [await newSeller(world), freshPhone()]
  const newPlanId = await planNamed(world, 'Vendeur')
  const json = { newPlanId, billingCycle: 'MONTHLY', currency: 'USD', payerPhoneNumber: phone, ...GATEWAY_A_PAYER }
  await must(world, owner, 'POST', '/subscriptions/upgrade', json)
  return { phone }
}

/** The gateway's callback of one movement, sent again by the gateway itself. */
async function resendCallback(world: World, movementId: string): Promise<Answer> {
  const { callback } = await outside<{ callback: { status: number | null } }>(
    world,
    'POST',
    `/movements/${movementId}/resend-callback`,
  )
  const status = callback.status ?? 0
  return { status, said: String(status), data: undefined, isReplay: false }
}

const callbackRace = (
  operation: string,
  start: (world: World) => Promise<{ phone: string }>,
  booked: string,
  by: 'reference' | 'id',
) =>
  race({
    name: `${operation}: one callback, sent again and again, is booked once`,
    operations: [operation],
    prepare: async (world) => silentEnd(world, (await start(world)).phone),
    send: (world, { id }) => resendCallback(world, id),
    succeed: 'all',
    refusals: [],
    check: (world, { reference, id }) =>
      mustCount(
        world,
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
    prepare: async (world) => ({ admin: await aStaff(world, 'ADMIN'), phone: freshPhone() }),
    send: (world, { admin, phone }) => call(world, admin, 'POST', '/gatewayB/payin', payin(phone)),
    succeed: 'all',
    refusals: [],
    check: onePayin,
  }),
  race({
    name: "payin: the caller's own reference is one charge",
    operations: ['POST /gatewayB/payin'],
    prepare: async (world) => {
      const phone = freshPhone()
      return { admin: await aStaff(world, 'ADMIN'), phone, json: payin(phone, { orderId: `REF-${phone}` }) }
    },
    send: (world, { admin, json }) => call(world, admin, 'POST', '/gatewayB/payin', json),
    succeed: 'all',
    refusals: [],
    check: onePayin,
  }),
  callbackRace('POST /gatewayB/callbacks', charge, 'charge:paid', 'reference'),
  callbackRace('POST /gatewayA/callbacks/payouts', sentPayout, 'payout:done', 'id'),
  callbackRace('POST /gatewayA/callbacks/deposits', deposit, 'subscription:paid', 'id'),
]
