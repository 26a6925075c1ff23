import type { Actor, Ctx } from '#domain/core/context.ts'
import { confirmBooking } from '#domain/money/bookings/confirm.ts'
import { RequestBooking } from '#domain/money/bookings/fields.ts'
import { requestBooking } from '#domain/money/bookings/request.ts'
import { formatAmount } from '#kernel/money.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { broke, type Simulation } from '../simulation.ts'
import type { Line } from './movements.ts'

/** Change that a line makes to our money at its gateway. */
export const changeBy = ({ kind, money }: Line) => (kind === 'TOP_UP' ? money.amountMinor : -money.amountMinor)

/** References that stand in our books now, and those that wait for a second person. */
const referencesIn = ({ store }: Simulation, statuses: string) =>
  new Set(
    store
      .rows<{ reference: string }>(`SELECT reference FROM bookings WHERE status IN (${statuses})`)
      .map(({ reference }) => reference),
  )
export const bookedLines = (simulation: Simulation): Line[] => {
  const booked = referencesIn(simulation, `'BOOKED'`)
  return simulation.gateways.lines.filter(({ reference }) => booked.has(reference))
}
export const unbookedLines = (simulation: Simulation, statuses = `'REQUESTED', 'BOOKED'`): Line[] => {
  const known = referencesIn(simulation, statuses)
  return simulation.gateways.lines.filter(({ reference }) => !known.has(reference))
}

export const bookingOf = ({ kind, gateway, money, reference }: Line) =>
  RequestBooking.parse({
    ...{ kind, gateway, currency: money.currency, amount: formatAmount(money.amountMinor, money.currency) },
    ...{ reference, note: 'Relevé' },
  })

type Play = (label: string, as: Actor, run: (ctx: Ctx) => Promise<unknown>) => Promise<void>

/** Finance books what is left of the statements, and an administrator who did not ask confirms each line. */
export async function bookAll(simulation: Simulation, play: Play): Promise<void> {
  for (const line of unbookedLines(simulation, `'BOOKED'`)) {
    const [asker, confirmer] = simulation.people.admins as [Actor, Actor]
    const pending = () =>
      simulation.store.rows<{ id: string; by: string }>(
        `SELECT id, requested_by AS "by" FROM bookings WHERE reference = ? AND status = 'REQUESTED'`,
        line.reference,
      )[0]
    if (!pending()) await play('bookLine', asker, (ctx) => requestBooking(ctx, bookingOf(line)))
    const asked = pending()
    if (!asked) return broke(simulation, 'every line of a statement can be booked', JSON.stringify(line))
    const admin = asked.by === confirmer.id ? asker : confirmer
    // A minute after the last code.
    simulation.now += 2 * MINUTE_MS
    await play('askBookingCode', admin, (ctx) => confirmBooking(ctx, { pendingId: asked.id }))
    const mail = simulation.inbox.findLast(
      ({ to, text }) => to === admin.email && /confirme l'écriture|confirms the booking/.test(text),
    )
    const code = mail?.text.slice(0, 6) ?? ''
    await play('confirmBooking', admin, (ctx) => confirmBooking(ctx, { pendingId: asked.id, code }))
  }
  const left = unbookedLines(simulation, `'BOOKED'`)
  if (left.length > 0) broke(simulation, 'every line of a statement can be booked', JSON.stringify(left))
}
