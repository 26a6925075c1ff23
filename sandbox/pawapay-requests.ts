import { isClosed } from './faults.ts'
import { listMovements, type Movement } from './movements.ts'
import {
  amountOf,
  type Body,
  checkMoney,
  echoOf,
  onlyKnown,
  partyOf,
  reject,
  textOf,
  uuidOf,
} from './pawapay-checks.ts'
import { fromHundredths, hundredths, PROVIDERS, withTwoDecimals } from './pawapay-providers.ts'
import { idField, type PawapayKind } from './pawapay-view.ts'
import type { Sandbox } from './sandbox.ts'

/** The parts of a movement that a valid request gives. */
export type RequestedMovement = Pick<
  Movement,
  'id' | 'phone' | 'network' | 'country' | 'amount' | 'currency' | 'reference' | 'depositId' | 'echo'
>

const COMMON = ['amount', 'currency', 'clientReferenceId?', 'customerMessage?', 'metadata?']

export const idOf = (body: Body, kind: PawapayKind) => uuidOf(body, idField(kind))

const referenceOf = (body: Body) => (typeof body.clientReferenceId === 'string' ? body.clientReferenceId : null)

function transferOf(sandbox: Sandbox, body: Body, kind: 'deposit' | 'payout', known: string[]): RequestedMovement {
  const party = kind === 'deposit' ? 'payer' : 'recipient'
  onlyKnown(body, [idField(kind), party, ...COMMON, ...known])
  const { phone, provider } = partyOf(body, party)
  const amount = amountOf(body)
  const currency = textOf(body, 'currency')
  const echo = echoOf(body)
  const { country } = checkMoney(phone, provider, amount, currency)
  if (isClosed(sandbox, provider)) reject('PROVIDER_TEMPORARILY_UNAVAILABLE', `${provider} is closed`)
  return {
    id: idOf(body, kind),
    phone,
    network: provider,
    country,
    amount: withTwoDecimals(amount),
    currency,
    reference: referenceOf(body),
    depositId: null,
    echo: JSON.stringify(echo),
  }
}

export const depositOf = (sandbox: Sandbox, body: Body) =>
  transferOf(sandbox, body, 'deposit', ['preAuthorisationCode?', 'successfulUrl?', 'failedUrl?'])
export const payoutOf = (sandbox: Sandbox, body: Body) => transferOf(sandbox, body, 'payout', [])

/** Reads a refund: it goes to the payer's own number, one at a time, and never above the rest of the deposit. */
export function refundOf(sandbox: Sandbox, body: Body): RequestedMovement {
  onlyKnown(body, ['refundId', 'depositId', 'amount?', 'currency?', 'clientReferenceId?', 'metadata?'])
  const depositId = uuidOf(body, 'depositId')
  const echo = echoOf(body)
  const asked = body.amount == null ? undefined : amountOf(body)
  if (asked !== undefined || body.currency != null)
    onlyKnown({ amount: body.amount, currency: body.currency }, ['amount', 'currency'])
  const deposit = sandbox.rows<Movement>(`SELECT * FROM movement WHERE id = ? AND kind = 'deposit'`, depositId)[0]
  if (!deposit) return reject('NOT_FOUND', 'The deposit was not found.')
  if (deposit.state !== 'succeeded') reject('INVALID_STATE', 'The deposit is not completed.')
  if (body.currency != null && body.currency !== deposit.currency) reject('INVALID_CURRENCY', 'Not the currency paid.')
  const refunds = listMovements(sandbox, { depositId })
  if (refunds.some(({ state }) => state === 'waiting')) reject('REFUND_IN_PROGRESS', 'A refund is in progress.')
  const done = refunds.filter(({ state }) => state === 'succeeded')
  const left = hundredths(deposit.amount) - done.reduce((sum, { amount }) => sum + hundredths(amount), 0)
  if (left <= 0) reject('DEPOSIT_ALREADY_REFUNDED', 'The deposit is already refunded.')
  const amount = asked ?? fromHundredths(left)
  if (hundredths(amount) > left) reject('AMOUNT_TOO_LARGE', 'The amount is above what is left of the deposit.')
  const limits = PROVIDERS[deposit.network]?.currencies[deposit.currency]
  if (asked?.includes('.') && limits?.decimals === 'NONE') reject('INVALID_AMOUNT', 'Decimals are not supported')
  if (hundredths(amount) === 0) reject('AMOUNT_OUT_OF_BOUNDS', 'The amount must be above zero.')
  const { phone, network, country, currency } = deposit
  return {
    id: idOf(body, 'refund'),
    phone,
    network,
    country,
    amount: withTwoDecimals(amount),
    currency,
    reference: referenceOf(body),
    depositId,
    echo: JSON.stringify(echo),
  }
}
