import { maskPhone } from '#kernel/phone.ts'
import { NUMBER } from '../people/purchase.ts'
import type { Task } from '../scheduler.ts'
import { broke, type Simulation } from '../simulation.ts'

const LAW = 'nothing leaves to a number that did not pay, and that no code approved'
const INSIDER_LAW = 'a stolen session sends money to nobody but whoever paid it'

type Call = { kind: string; reference: string; phone: string }
type Sent = {
  purpose: string
  subject: string
  payers: string
  approved: string | null
  redirected: string | null
  askedBy: string | null
}

/** Receivers of the money of a call, and what led there: the payments of its order, a number that a code approved, the person who asked. */
const SENT = `SELECT g.purpose, g.subject_id AS subject,
    (SELECT json_group_array(p.reference) FROM payin_shares w JOIN gateway_transactions p ON p.id = w.payin_id WHERE w.order_id = r.order_id) AS payers,
    (SELECT group_concat(a.terms) FROM pending_approvals a WHERE a.purpose = 'REFUND_NUMBER' AND a.subject_id = r.id AND a.ended_by = 'APPROVED') AS approved,
    (SELECT json_group_array(a.details ->> 'phone') FROM audit a WHERE a.action = 'refund.retry' AND a.target_id = r.id AND a.details ->> 'isOther') AS redirected,
    (SELECT u.email FROM payouts p JOIN audit a ON a.target_id = p.id AND a.action = 'payout.confirm' JOIN users u ON u.id = p.requested_by
      WHERE p.id = g.reference) AS askedBy
  FROM gateway_transactions g LEFT JOIN refunds r ON r.id = g.subject_id AND g.purpose = 'REFUND' WHERE g.reference = ?`

/** Gateways write a number with its country or without. */
const DIGITS = 9
const tailOf = (phone: string) => phone.slice(-DIGITS)

/** Held at the gateway itself, at the call: our books are not asked who was paid, only why. */
export function checkLeaving(simulation: Simulation, { label }: Task, { kind, reference, phone }: Call): void {
  // A refund of a deposit goes back to where that came from, and names no number.
  if (kind !== 'payout') return
  const [sent] = simulation.store.rows<Sent>(SENT, reference)
  if (!sent) return
  const isPayer = hasPaid(simulation, sent, phone)
  if (!isPayer && !isApproved(simulation, sent, phone)) broke(simulation, LAW, `${label} ${reference} ${phone}`)
  if (label.startsWith('insider') && !isPayer) broke(simulation, INSIDER_LAW, `${label} ${reference} ${phone}`)
}

/** The gateway itself charged this number for the order. */
const hasPaid = ({ gateways }: Simulation, { payers }: Sent, phone: string) =>
  (JSON.parse(payers) as string[]).some((payin) => tailOf(gateways.movements.get(payin)?.phone ?? '') === tailOf(phone))

/** A code reached somebody who may say so: an administrator by mail, or the owner of the number by SMS. */
function isApproved({ inbox }: Simulation, { purpose, approved, redirected, askedBy }: Sent, phone: string): boolean {
  const wasTold = (to: string, words: RegExp) =>
    inbox.some((mail) => tailOf(mail.to) === tailOf(to) && words.test(mail.text))
  // An approval is forgotten after a day; the record of acts keeps that there was one.
  if (purpose === 'REFUND')
    return approved?.includes(tailOf(phone)) || (redirected?.includes(maskPhone(phone)) ?? false)
  if (purpose === 'ADMIN_PAYOUT') return askedBy !== null && wasTold(askedBy, /approuve le versement/)
  // The number that earners named before any history began.
  const isOld = tailOf(phone) === tailOf(NUMBER.phoneNumber)
  return isOld || wasTold(phone, /confirme ce numéro|confirms this number/)
}
