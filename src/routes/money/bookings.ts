import { ConfirmBooking, ConfirmedBookingView, confirmBooking } from '#domain/money/bookings/confirm.ts'
import { RequestBooking } from '#domain/money/bookings/fields.ts'
import { BookingList, ListBookings, listBookings } from '#domain/money/bookings/list.ts'
import { RequestedBookingView, requestBooking } from '#domain/money/bookings/request.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { FINANCE } from '#kernel/roles.ts'

const MAX_FORM_BYTES = 8 * 1024 * 1024 + 64 * 1024

/** Bookings that finance makes by a statement of the bank or of a gateway. */
export const bookings = newRouter()
  .get(
    '/bookings',
    op({
      id: 'listBookings',
      summary: 'Lister les écritures',
      doc: `Les écritures de la banque et des passerelles, les plus récentes d'abord ; document.url est lisible dix minutes. fees :
        les frais annoncés par les passerelles, ce mois et le précédent.`,
      reasons: [],
      roles: FINANCE,
      query: ListBookings,
      ok: BookingList,
    }),
    async (c) => c.json(ok(await listBookings(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/bookings/request',
    op({
      id: 'requestBooking',
      summary: 'Demander une écriture',
      doc: `GATEWAY_FEE (frais), SETTLEMENT (vers la banque) et TOP_UP (depuis la banque) nomment leur passerelle ; EXCHANGE
        a toCurrency et toAmount, ce que la banque a donné pour amount ; ROUNDING met les arrondis en caisse. Un autre
        ADMIN la confirme dans les 24 heures, sinon elle est EXPIRED. La référence est unique ; document : PDF ou photo.`,
      reasons: ['ALREADY_EXISTS', 'CONFLICT', 'TOO_MANY_REQUESTS'],
      roles: FINANCE,
      form: RequestBooking,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
      ok: RequestedBookingView,
    }),
    async (c) => c.json(ok(await requestBooking(ctx(c), c.req.valid('form'))), 201),
  )
  .post(
    '/bookings/confirm',
    op({
      id: 'confirmBooking',
      summary: 'Confirmer une écriture',
      doc: `Sans code : l'ADMIN reçoit le sien par e-mail, bon dix minutes pour cette écriture exacte. Avec lui : elle est
        comptabilisée, une seule fois. Jamais par qui l'a demandée (CONFLICT) ; une confirmation à la fois.`,
      reasons: [
        'INVALID_VERIFICATION_CODE',
        'GONE',
        'TOO_MANY_REQUESTS',
        'INVALID_TRANSITION',
        'INSUFFICIENT_BALANCE',
        'CONFLICT',
        'NOT_FOUND',
      ],
      roles: ['ADMIN'],
      tier: 'credential',
      json: ConfirmBooking,
      ok: ConfirmedBookingView,
    }),
    async (c) => c.json(ok(await confirmBooking(ctx(c), c.req.valid('json')))),
  )
