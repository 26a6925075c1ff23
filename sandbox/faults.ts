import { Hono } from 'hono'
import type { RouteEnv, Sandbox } from './sandbox.ts'

export type Target =
  | 'A'
  | 'B'
  | 'SMS'
  | 'EMAIL'
  | 'SMS2'
  | 'EMAIL2'
  | 'GOOGLE'
  | 'TURNSTILE'
  | 'WEBHOOK'
  | 'WEB_PUSH'
  | 'FCM'

/** Faults of a single call. */
const CALL_FAULTS = [
  'slow',
  'timeoutHappened',
  'timeoutNotHappened',
  'serverErrorHappened',
  'serverErrorNotHappened',
  'garbage',
  'refused',
  'down',
  'unauthorized',
  'forbidden',
]
/** Faults that stay with the movement that the call created, for its status reads and its callbacks. */
export const MOVEMENT_FAULTS = [
  'wrongId',
  'wrongAmount',
  'wrongCurrency',
  'noCurrency',
  'silent',
  'answeredTwice',
  'callbackBeforeAnswer',
  'callbacksReordered',
  'failedAfterCompleted',
  'forged',
  'statusDisagrees',
  'unlisted',
  'enqueued',
  'takesFee',
]

/** The faults of each service (docs/gateways.md, What can go wrong). */
const AVAILABLE: Record<Target, string[]> = {
  A: [
    ...CALL_FAULTS,
    'duplicate',
    'outOfFunds',
    'closed',
    'keyRotated',
    ...MOVEMENT_FAULTS.filter((fault) => fault !== 'noCurrency' && fault !== 'unlisted'),
  ],
  B: [
    ...CALL_FAULTS,
    'duplicate',
    'shortPages',
    ...MOVEMENT_FAULTS.filter((fault) => fault !== 'enqueued' && fault !== 'takesFee'),
  ],
  SMS: CALL_FAULTS,
  EMAIL: CALL_FAULTS,
  SMS2: CALL_FAULTS,
  EMAIL2: CALL_FAULTS,
  GOOGLE: [...CALL_FAULTS, 'keyRotated'],
  TURNSTILE: CALL_FAULTS,
  WEBHOOK: CALL_FAULTS,
  WEB_PUSH: CALL_FAULTS,
  FCM: CALL_FAULTS,
}
/** Faults that only apply to payouts. */
const PAYOUT_FAULTS = ['outOfFunds', 'enqueued']

export type Fault = {
  gateway: string
  fault: string
  /** deposit, payin, payout, refund, read (a status read), or '' for every call that creates something; for `closed`, the operator. */
  kind: string
  /** The number of further calls to which the fault applies; 0 means until it is switched off. */
  times: number
  ms: number | null
  failureCode: string | null
}

/** The faults of one call, by name. */
export type Faults = Map<string, Fault>

const isTarget = (text: unknown): text is Target => typeof text === 'string' && Object.hasOwn(AVAILABLE, text)

const listFaults = (sandbox: Sandbox) =>
  sandbox.rows<Fault>('SELECT gateway, fault, kind, times, ms, failureCode FROM fault ORDER BY seq')

/** Faults that also break status reads, and last until they are switched off. */
const OUTAGES = ['down', 'unauthorized', 'forbidden']
const LASTING = [...OUTAGES, 'closed']

/** Whether gateway A has closed this operator. */
export const isClosed = (sandbox: Sandbox, provider: string) =>
  listFaults(sandbox).some(({ gateway, fault, kind }) => gateway === 'A' && fault === 'closed' && kind === provider)

/** Takes the faults that apply to a call, and counts each down by one. An outage breaks status reads too. */
export function takeFaults(sandbox: Sandbox, gateway: Target, kind: string): Faults {
  const matching = listFaults(sandbox).filter(
    (fault) =>
      fault.gateway === gateway &&
      (fault.kind === kind || (fault.kind === '' && (kind !== 'read' || OUTAGES.includes(fault.fault)))),
  )
  for (const { fault, kind: wanted, times } of matching) {
    if (times === 0) continue
    const where = 'WHERE gateway = ? AND fault = ? AND kind = ?'
    sandbox.run(
      times === 1 ? `DELETE FROM fault ${where}` : `UPDATE fault SET times = times - 1 ${where}`,
      gateway,
      fault,
      wanted,
    )
  }
  return new Map(matching.map((fault) => [fault.fault, fault]))
}

/** The faults of a call that stay with the movement it creates. */
export const lastingFaults = (faults: Faults) => MOVEMENT_FAULTS.filter((fault) => faults.has(fault))

/** The number of rotations of the key of gateway A's callbacks, or of Google's key. */
export const keyRotations = (sandbox: Sandbox, target: 'A' | 'GOOGLE' = 'A') =>
  sandbox.rows<{ value: number }>('SELECT value FROM setting WHERE name = ?', settingOf(target))[0]?.value ?? 0

const rotateKey = (sandbox: Sandbox, target: 'A' | 'GOOGLE') =>
  sandbox.run(
    'INSERT INTO setting (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1',
    settingOf(target),
  )
const settingOf = (target: 'A' | 'GOOGLE') => (target === 'A' ? 'keyRotations' : 'googleKeyRotations')

const wholeOr = <Other>(value: unknown, other: Other) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : other
const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other)

const overviewOf = (sandbox: Sandbox) => ({
  faults: listFaults(sandbox),
  available: AVAILABLE,
  keyRotations: keyRotations(sandbox),
})

/** Lists the faults and switches them on and off. Setting a fault again replaces it. */
export const faultRoutes = new Hono<RouteEnv>()
  .get('/', (c) => c.json(overviewOf(c.env.sandbox)))
  .put('/', async (c) => {
    const { sandbox } = c.env
    const body: Record<string, unknown> = await c.req.json()
    const { gateway, fault } = body
    if (!isTarget(gateway)) return c.json({ error: `gateway is one of ${Object.keys(AVAILABLE).join(', ')}` }, 400)
    if (typeof fault !== 'string' || !AVAILABLE[gateway].includes(fault)) {
      return c.json({ error: `fault of ${gateway} is one of ${AVAILABLE[gateway].join(', ')}` }, 400)
    }
    if (fault === 'keyRotated') rotateKey(sandbox, gateway === 'GOOGLE' ? gateway : 'A')
    else {
      sandbox.run(
        'INSERT OR REPLACE INTO fault (gateway, fault, kind, times, ms, failureCode) VALUES (?, ?, ?, ?, ?, ?)',
        gateway,
        fault,
        PAYOUT_FAULTS.includes(fault) ? 'payout' : textOr(body.kind, ''),
        wholeOr(body.times, LASTING.includes(fault) ? 0 : 1),
        wholeOr(body.ms, null),
        textOr(body.failureCode, null),
      )
    }
    return c.json(overviewOf(sandbox))
  })
  .delete('/', (c) => {
    const { gateway, fault } = c.req.query()
    c.env.sandbox.run(
      'DELETE FROM fault WHERE gateway = coalesce(?, gateway) AND fault = coalesce(?, fault)',
      gateway ?? null,
      fault ?? null,
    )
    return c.json(overviewOf(c.env.sandbox))
  })
