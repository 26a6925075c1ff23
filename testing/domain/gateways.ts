import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { getTransaction } from '#domain/money/gateways/queries.ts'
import type { Reading } from '#kernel/outcome.ts'
import type { TestDomain } from './domain.ts'
import { addTransaction } from './money.ts'
import { outsideOf } from './outside.ts'

// Answers that a gateway may give about a transaction.
export const PENDING: Reading = { outcome: { kind: 'pending' } }
export const SUCCEEDED: Reading = { outcome: { kind: 'succeeded' } }
export const DECLINED: Reading = { outcome: { kind: 'declined', failureCode: 'NO_FUNDS' } }
export const UNKNOWN: Reading = { outcome: { kind: 'unknown', detail: '' } }
export const NOT_FOUND: Reading = { outcome: { kind: 'notFound' } }

/** Acts and reads of the tests of gateways on a transaction. */
export const transactionsOf = (domain: TestDomain) => ({
  /** A charge of staff: what comes in needs no order. */
  charge: (facts: Partial<GatewayTransaction> = {}) => addTransaction(domain, { purpose: 'CHARGE', ...facts }),
  row: (id = 'tx') => getTransaction(domain.ctx, id),
  incidents: () => domain.rows('SELECT ref, severity, title, description FROM incidents'),
  history: () => domain.rows("SELECT event FROM history WHERE thing = 'gateway_transaction'").map((h) => h.event),
})

/** The outside world in which gateway B signs what is told; its reads answer that they do not know. */
export const heardFromB = (said: { reference?: string; transactionId?: string }) => {
  const unknown = async () => UNKNOWN
  const mbiyopay = {
    verifyCallback: async () => ({ verdict: 'verified', ...said }),
    read: unknown,
    findByReference: unknown,
  }
  return outsideOf({ mbiyopay })
}
