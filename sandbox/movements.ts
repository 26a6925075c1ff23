import type { MovementState, Sandbox } from './sandbox.ts'

export type Kind = 'deposit' | 'payin' | 'payout' | 'refund'

/** One payment, payout or refund at either gateway. */
export type Movement = {
  id: string
  gateway: 'A' | 'B'
  kind: Kind
  phone: string
  network: string
  country: string
  amount: string
  currency: string
  state: MovementState
  failureCode: string | null
  reference: string | null
  callbackUrl: string
  depositId: string | null
  /** The fields of the request that every answer repeats, as JSON. */
  echo: string
  /** The names of the movement's faults, comma-separated. */
  faults: string
  createdAt: number
  updatedAt: number
}

type Outcome = { state: 'succeeded' | 'failed'; failureCode: string | null }

const PAYER_ENDINGS: Record<string, string> = {
  '019': 'PAYER_LIMIT_REACHED',
  '029': 'PAYER_NOT_FOUND',
  '039': 'PAYMENT_NOT_APPROVED',
  '049': 'INSUFFICIENT_BALANCE',
  '069': 'UNSPECIFIED_FAILURE',
}
const RECIPIENT_ENDINGS: Record<string, string> = { '089': 'RECIPIENT_NOT_FOUND', '119': 'UNSPECIFIED_FAILURE' }

/** The outcome that a movement has by itself, from the last three digits of its phone; undefined if somebody must decide. */
export function automaticOutcome({
  gateway,
  kind,
  phone,
}: Pick<Movement, 'gateway' | 'kind' | 'phone'>): Outcome | undefined {
  const digits = phone.slice(-3)
  if (digits === '789') return { state: 'succeeded', failureCode: null }
  if (kind === 'refund') return undefined
  const table =
    gateway === 'B'
      ? { ...PAYER_ENDINGS, ...RECIPIENT_ENDINGS }
      : kind === 'deposit'
        ? PAYER_ENDINGS
        : RECIPIENT_ENDINGS
  const failureCode = table[digits]
  return failureCode ? { state: 'failed', failureCode } : undefined
}

/**
 * Whether a movement never ends: a phone that ends in 129 never decides, and no callback comes. Refunds are left out,
 * so that each can end.
 */
export const isStuck = ({ kind, phone }: Pick<Movement, 'kind' | 'phone'>) => kind !== 'refund' && phone.endsWith('129')

export const hasFault = (movement: Movement, fault: string) => movement.faults.split(',').includes(fault)

/** The gateway's own name for a state. */
export function statusOf(movement: Movement, state: MovementState = movement.state): string {
  if (movement.gateway === 'A') {
    if (state === 'waiting') return hasFault(movement, 'enqueued') ? 'ENQUEUED' : 'PROCESSING'
    return state === 'succeeded' ? 'COMPLETED' : 'FAILED'
  }
  if (state === 'waiting') return 'pending'
  if (state === 'succeeded') return 'successful'
  return movement.failureCode === 'CANCELLED' ? 'cancelled' : 'failed'
}

/** Finds a movement by the gateway's id, or the latest movement of gateway B by our order_id. */
export function findMovement(sandbox: Sandbox, id: string): Movement | undefined {
  const byId = sandbox.rows<Movement>('SELECT * FROM movement WHERE id = ?', id)[0]
  if (byId) return byId
  return sandbox.rows<Movement>(
    `SELECT * FROM movement WHERE gateway = 'B' AND reference = ? ORDER BY seq DESC LIMIT 1`,
    id,
  )[0]
}

type Filter = { gateway?: string; state?: MovementState; phone?: string; reference?: string; depositId?: string }

/** The movements that fit a filter, newest first, at most 500. */
export function listMovements(sandbox: Sandbox, filter: Filter): Movement[] {
  const tests = Object.entries(filter).filter(([, value]) => value !== undefined)
  const where = tests.map(([column]) => `${column} = ?`).join(' AND ') || 'true'
  const values = tests.map(([, value]) => value)
  return sandbox.rows<Movement>(`SELECT * FROM movement WHERE ${where} ORDER BY seq DESC LIMIT 500`, ...values)
}

type NewMovement = Omit<Movement, 'state' | 'failureCode' | 'createdAt' | 'updatedAt' | 'faults'> & { faults: string[] }

/** Stores a movement that a gateway accepted. */
export function recordMovement(sandbox: Sandbox, { faults, ...given }: NewMovement): Movement {
  const now = Date.now()
  const kept = isStuck(given) ? [...faults, 'silent'] : faults
  const movement: Movement = {
    ...given,
    state: 'waiting',
    failureCode: null,
    faults: kept.join(','),
    createdAt: now,
    updatedAt: now,
  }
  const columns = Object.keys(movement)
  const marks = columns.map(() => '?').join(', ')
  sandbox.run(`INSERT INTO movement (${columns.join(', ')}) VALUES (${marks})`, ...Object.values(movement))
  return movement
}
