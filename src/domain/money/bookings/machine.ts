import { bookings } from '#db/schema/money/bookings.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of a booking (docs/states.md, Booking). */
export const bookingMachine = machine({
  thing: 'booking',
  table: bookings,
  name: "l'écriture",
  states: {
    REQUESTED: 'en attente de confirmation',
    BOOKED: 'comptabilisée',
    EXPIRED: 'expirée',
    REVERSED: 'annulée',
  },
  events: {
    book: { from: ['REQUESTED'], to: 'BOOKED', infinitive: 'confirmer cette écriture' },
    lapse: { from: ['REQUESTED'], to: 'EXPIRED', infinitive: 'laisser expirer cette écriture' },
    reverse: { from: ['BOOKED'], to: 'REVERSED', infinitive: 'annuler cette écriture' },
  },
})
