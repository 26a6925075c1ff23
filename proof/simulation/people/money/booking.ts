import { ConfirmBooking, confirmBooking } from '#domain/money/bookings/confirm.ts'
import { RequestBooking } from '#domain/money/bookings/fields.ts'
import { requestBooking } from '#domain/money/bookings/request.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom, pickFrom } from '../plan.ts'

type Card = { id: string; status: string; by: string; reference: string; said: string; isOfGateway: 0 | 1 }
const CARDS = `SELECT id, status, requested_by AS "by", reference, kind || gateway || currency || amount_minor || reference AS said,
  gateway IS NOT NULL AS isOfGateway FROM bookings ORDER BY created_at DESC, id LIMIT 12`

/** Whoever confirms looks at the statement of the gateway first. */
const isSo = ({ gateways }: Simulation, { said, isOfGateway }: Card) =>
  isOfGateway === 0 ||
  gateways.lines.some(
    ({ kind, gateway, money, reference }) =>
      said === `${kind}${gateway}${money.currency}${money.amountMinor}${reference}`,
  )

/** A booking that somebody means: mostly one that waits, now and then any. */
function pickBooking(simulation: Simulation): Card | undefined {
  const all = simulation.store.rows<Card>(CARDS).filter((card) => isSo(simulation, card))
  const meant = all.filter(({ status }) => status === 'REQUESTED')
  return pickFrom(simulation, meant.length > 0 ? meant : simulation.random.chance(0.15) ? all : [])
}

/** Mostly another one than who asked. */
function confirmer({ random, people }: Simulation, { by }: Card) {
  const others = people.admins.filter(({ id }) => id !== by)
  return random.pick(others.length > 0 && random.chance(0.9) ? others : people.admins)
}

/** The booking that an administrator's last mail is about, as somebody goes on who has just asked for its code. */
function inTheMail(simulation: Simulation, { email }: { email: string }): Card | undefined {
  const mail = simulation.inbox.findLast(({ to, text }) => to === email && text.includes("confirme l'écriture"))
  const all = simulation.store.rows<Card>(CARDS).filter((card) => isSo(simulation, card))
  return all.find(({ reference }) => mail?.text.includes(`référence ${reference}.`))
}

const BOOKED = [
  { kind: 'EXCHANGE', currency: 'RWF', amount: '1300', toCurrency: 'USD', toAmount: '1.00' },
  { kind: 'EXCHANGE', currency: 'USD', amount: '2.00', toCurrency: 'CDF', toAmount: '5600' },
  { kind: 'ROUNDING', currency: 'CDF', amount: '0.05' },
] as const

/** Finance asks for bookings, and administrators confirm those that others asked for. */
export const booking: Commands = {
  requestBooking: {
    weight: 1,
    plan(simulation) {
      const { random, people } = simulation
      const reference = `REL-${random.below(1000)}`
      const input = RequestBooking.parse({ ...random.pick(BOOKED), reference, note: 'Relevé' })
      return act('requestBooking', random.pick(people.admins), input, (ctx) => requestBooking(ctx, input))
    },
  },
  askBookingCode: {
    weight: 1.5,
    plan(simulation) {
      const found = pickBooking(simulation)
      if (!found) return undefined
      const input = ConfirmBooking.parse({ pendingId: found.id })
      return act('askBookingCode', confirmer(simulation, found), input, (ctx) => confirmBooking(ctx, input))
    },
  },
  confirmBooking: {
    weight: 3,
    plan(simulation) {
      const reader = simulation.random.pick(simulation.people.admins)
      const known = inTheMail(simulation, reader)
      const found = known ?? pickBooking(simulation)
      const admin = known ? reader : found && confirmer(simulation, found)
      const code = admin && codeFrom(simulation, admin.email, "confirme l'écriture")
      if (!found || !admin || !code) return undefined
      const input = ConfirmBooking.parse({ pendingId: found.id, code })
      const plans = act('confirmBooking', admin, input, (ctx) => confirmBooking(ctx, input))
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
}
