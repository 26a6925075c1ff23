import { type Law, of } from '#db/law.ts'
import { BOOKING_STATES } from '#db/schema/money/bookings.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { BANK, CASH, FEES, FX, ROUNDING } from './accounts.ts'

const REVERSED: TransferKind = 'transfer:reversed'
const CLEARING = 'clearing'

type Due = { of: string; kind: TransferKind; from: string; to: string; isGot?: true }
/** The transfers of each kind of booking, as they must be. */
const DUE: Due[] = [
  { of: 'GATEWAY_FEE', kind: 'booking:fee', from: FEES, to: CLEARING },
  { of: 'SETTLEMENT', kind: 'booking:settlement', from: BANK, to: CLEARING },
  { of: 'TOP_UP', kind: 'booking:topUp', from: CLEARING, to: BANK },
  { of: 'EXCHANGE', kind: 'booking:given', from: FX, to: BANK },
  { of: 'EXCHANGE', kind: 'booking:got', from: BANK, to: FX, isGot: true },
  { of: 'ROUNDING', kind: 'booking:rounding', from: ROUNDING, to: CASH },
]
/** The kinds of bookings with such a transfer, as a list in SQL. */
const kindsOf = (isSuch: (due: Due) => boolean) =>
  [...new Set(DUE.filter(isSuch).map((due) => `'${due.of}'`))].join(', ')
const KINDS = DUE.map(({ kind }) => `'${kind}'`).join(', ')
const account = (side: 'from' | 'to') =>
  `replace(d.value ->> '${side}', '${CLEARING}', 'gateway' || coalesce(b.gateway, '') || ':clearing')`
const money = (column: string) => `iif(d.value ->> 'isGot', b.to_${column}, b.${column})`

/** Laws of docs/money.md about what is booked by a statement of the bank or of a gateway. */
export const BOOKING_LAWS: Record<string, Law> = {
  'a booking has exactly its transfers once it is booked, and nothing else is booked as one': of(
    'booking',
    `
    SELECT w.ref FROM (
      SELECT t.kind, t.ref, t.from_account, t.to_account, t.amount_minor, t.currency, -1 AS one FROM transfers t
        WHERE t.kind IN (${KINDS}) «t.ref»
      UNION ALL SELECT d.value ->> 'kind', b.id, ${account('from')}, ${account('to')}, ${money('amount_minor')}, ${money('currency')}, 1
        FROM bookings b JOIN json_each('${JSON.stringify(DUE)}') d ON d.value ->> 'of' = +b.kind WHERE ${BOOKING_STATES.confirmed.inText('+b.status')} «b.id») w
    GROUP BY w.kind, w.ref, w.from_account, w.to_account, w.amount_minor, w.currency HAVING sum(w.one) <> 0`,
  ),
  'a booking that was taken back has all its transfers reversed, and no other has one': of(
    'booking',
    `
    SELECT b.id FROM bookings b JOIN transfers t ON t.ref = b.id AND t.kind IN (${KINDS})
    WHERE 1 «b.id» AND (b.status = 'REVERSED') <> EXISTS (SELECT 1 FROM transfers r WHERE r.kind = '${REVERSED}' AND r.ref = t.id)`,
  ),
  'a booking names a gateway and a second amount exactly where its kind moves them': of(
    'booking',
    `
    SELECT b.id FROM bookings b WHERE 1 «b.id» AND ((b.gateway IS NOT NULL) <> (b.kind IN (${kindsOf(({ from, to }) => from === CLEARING || to === CLEARING)}))
      OR (b.to_amount_minor IS NOT NULL AND b.to_currency IS NOT NULL) <> (b.kind IN (${kindsOf(({ isGot }) => isGot === true)}))
      OR b.to_currency = b.currency)`,
  ),
  'a booking is where its history says, and two people made it': of(
    'booking',
    `
    SELECT b.id FROM bookings b WHERE 1 «b.id» AND (NOT EXISTS (
        SELECT 1 FROM history h WHERE h.thing_id = b.id AND h.version = b.version AND h.to_status = b.status)
      OR b.confirmed_by = b.requested_by OR ${BOOKING_STATES.confirmed.inText('b.status')} AND b.confirmed_by IS NULL)`,
  ),
}
