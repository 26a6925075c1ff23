import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { NOW, type TestDomain } from './domain.ts'

const TRANSACTION: GatewayTransaction = {
  id: 'tx',
  gateway: 'B',
  kind: 'payin',
  purpose: 'ORDER',
  subjectId: 'o1',
  reference: 'tx-ref',
  externalId: null,
  originalReference: null,
  status: 'pending',
  state: null,
  feeMinor: null,
  chargedMinor: null,
  amountMinor: 2151,
  currency: 'USD',
  phone: '243810000001',
  network: 'airtel',
  country: 'CD',
  failureCode: null,
  failureMessage: null,
  sentAt: NOW,
  checks: 0,
  nextCheckAt: NOW + 30_000,
  finalAt: null,
  reachedAt: {},
  version: 1,
  createdAt: NOW,
  updatedAt: NOW,
  askedAt: null,
  reportedAt: null,
  decidedAt: null,
  agreedAt: null,
  receivedMinor: null,
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** An attempt to move money, as `intend` writes one. */
export function addTransaction({ add }: TestDomain, facts: Partial<GatewayTransaction> = {}): GatewayTransaction {
  const id = facts.id ?? 'tx'
  const tx = { ...TRANSACTION, reference: `${id}-ref`, ...facts, id }
  const row = Object.entries({ ...tx, reachedAt: JSON.stringify(tx.reachedAt) })
  add('gateway_transactions', Object.fromEntries(row.map(([name, value]) => [snake(name), value])))
  return tx
}

/** A transfer that was posted before the test begins. */
export function addTransfer(
  { add }: TestDomain,
  kind: string,
  ref: string,
  from: string,
  to: string,
  amount: number,
  currency = 'USD',
): void {
  const move = { from_account: from, to_account: to, amount_minor: amount, currency, created_at: NOW }
  add('transfers', { id: `${kind}:${ref}`, kind, ref, ...move })
}

type Posted = {
  kind: string
  ref: string
  from_account: string
  to_account: string
  amount_minor: number
  currency: string
}

/** The transfers of these kinds as one line each, in the order they were posted. */
export const linesOfTransfers = ({ rows }: TestDomain, kinds: string): string[] =>
  rows<Posted>('SELECT * FROM transfers WHERE kind GLOB ? ORDER BY rowid', kinds).map(
    (t) => `${t.kind} ${t.ref}: ${t.from_account} > ${t.to_account} ${t.amount_minor} ${t.currency}`,
  )
