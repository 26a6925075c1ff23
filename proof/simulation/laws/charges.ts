import type { Currency, Money } from '#kernel/money.ts'
import type { Store } from '#testing/store.ts'
import type { Task } from '../scheduler.ts'
import { broke, type Simulation } from '../simulation.ts'
import { halfUp } from './prices.ts'

/** Whether the payment that a refund gives back was taken back: a second one, or what pays the order while no other one does. */
const TAKEN_BACK = `(SELECT CASE WHEN r.payin_id IS NOT NULL
    THEN EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = r.payin_id AND g.status = 'reversed')
    ELSE (SELECT sum(g.status = 'reversed') > 0 AND sum(g.status = 'succeeded') = 0
      FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
      WHERE w.order_id = r.order_id AND NOT EXISTS (
        SELECT 1 FROM refunds x WHERE x.payin_id = g.id AND x.order_id = r.order_id AND x.status <> 'REJECTED')) END
  FROM refunds r WHERE r.id = NEW.subject_id)`

/** Which orders and payments no longer wait for money, or are paid for no longer, when the call for them is claimed. */
const OVER = `CASE NEW.purpose
  WHEN 'ORDER' THEN (SELECT o.status <> 'PENDING_PAYMENT' FROM orders o WHERE o.id = NEW.subject_id)
  WHEN 'CHECKOUT' THEN EXISTS (SELECT 1 FROM payin_shares w JOIN orders o ON o.id = w.order_id
    WHERE w.payin_id = NEW.id AND o.status <> 'PENDING_PAYMENT')
  WHEN 'SUBSCRIPTION' THEN (SELECT p.status <> 'PENDING' FROM subscription_payments p WHERE p.id = NEW.subject_id)
  WHEN 'REFUND' THEN ${TAKEN_BACK}
  ELSE 0 END`

/** Notes every claim of a call for what is over, at that very moment: whoever commits next may end it. */
export function watchClaims(store: Store): void {
  for (const sql of [
    'CREATE TEMP TABLE late_claims (id TEXT, at INTEGER)',
    `CREATE TEMP TRIGGER note_late_claims AFTER UPDATE OF sent_at ON main.gateway_transactions
      WHEN OLD.sent_at IS NULL AND NEW.sent_at IS NOT NULL AND ${OVER}
      BEGIN INSERT INTO late_claims VALUES (NEW.id, NEW.sent_at); END`,
  ])
    store.run({ sql, params: [] })
}

export const CHARGE_LAWS = {
  'nobody claims a charge of what is over, nor a refund of what was taken back': 'SELECT * FROM late_claims',
}

/** Whoever only asks, and whatever reaches us: none of them ever asks a phone for money. */
const ASKS_ONLY = /^(check|callback|show)/

type Call = { kind: string; reference: string; money: Money }
type Subject = {
  purpose: string
  network: string
  total: number | null
  currency: Currency
  rate: number
  over: number
}

/** Holds of every call for money who makes it (docs/gateways.md, Who sends) and how much it asks for. */
export function checkCharge(simulation: Simulation, { label }: Task, { kind, reference, money }: Call): void {
  if (kind !== 'payin' && kind !== 'deposit') return
  if (ASKS_ONLY.test(label)) broke(simulation, 'who only asks charges nobody', `${label} ${reference}`)
  const subjects = simulation.store.rows<Subject>(
    `SELECT g.purpose, g.network, o.total_minor AS total, o.currency, o.rate_scaled AS rate, o.rate_over AS over
     FROM gateway_transactions g LEFT JOIN payin_shares w ON w.payin_id = g.id LEFT JOIN orders o ON o.id = w.order_id
     WHERE g.reference = ?`,
    reference,
  )
  const [subject] = subjects
  if (subject?.purpose === 'CHARGE' && !/^(requestPayin|market)$/.test(label))
    broke(simulation, 'a charge of staff is sent by its act', `${label} ${reference}`)
  if (!subject || subject.total === null) return
  const due = wholeOf(
    subject.network,
    money.currency,
    subjects.reduce((sum, each) => sum + dueOf(each, each.total ?? 0, money.currency), 0),
  )
  if (due !== money.amountMinor)
    broke(
      simulation,
      'a phone is asked for the totals of its orders, each at its frozen rate and rounded once',
      JSON.stringify({ subjects, money, due }),
    )
}

/** M-Pesa takes no centimes of CDF: it is asked for the next whole franc of all together. */
const wholeOf = (network: string, currency: Currency, minor: number) =>
  network === 'vodacom' && currency === 'CDF' ? Math.ceil(minor / 100) * 100 : minor

function dueOf({ currency, rate, over }: Subject, total: number, wanted: Currency): number {
  if (wanted === currency) return total
  // A franc of Rwanda has no cents, unlike what an order is in.
  return Math.max(1, halfUp(BigInt(total) * BigInt(rate), BigInt(over) * 100n))
}
