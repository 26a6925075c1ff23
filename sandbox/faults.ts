import { Hono } from 'hono'
import type { Sandbox } from './app.ts'
import type { World } from './world.ts'

export type Target = 'A' | 'B' | 'SMS' | 'EMAIL' | 'GOOGLE' | 'TURNSTILE'

/** What can go wrong with one call. */
const CALL_FAULTS = [
  'slow',
  'timeoutHappened',
  'timeoutNotHappened',
  'serverErrorHappened',
  'serverErrorNotHappened',
  'garbage',
  'refused',
  'down',
]
/** What stays with the movement the call created, for its status reads and its callbacks. */
export const MOVEMENT_FAULTS = [
  'wrongId',
  'wrongAmount',
  'wrongCurrency',
  'silent',
  'answeredTwice',
  'callbackBeforeAnswer',
  'callbacksReordered',
  'failedAfterCompleted',
  'forged',
  'statusDisagrees',
  'enqueued',
]
const onlyA = (fault: string) => fault === 'enqueued'

/** The menu of quality.md, by who can fail so. */
export const MENU: Record<Target, string[]> = {
  A: [...CALL_FAULTS, 'duplicate', 'outOfFunds', 'keyRotated', ...MOVEMENT_FAULTS],
  B: [...CALL_FAULTS, 'duplicate', ...MOVEMENT_FAULTS.filter((fault) => !onlyA(fault))],
  SMS: CALL_FAULTS,
  EMAIL: CALL_FAULTS,
  GOOGLE: [...CALL_FAULTS, 'keyRotated'],
  TURNSTILE: CALL_FAULTS,
}
/** These are about payouts, whatever they were asked for. */
const PAYOUT_FAULTS = ['outOfFunds', 'enqueued']

export type Fault = {
  gateway: string
  fault: string
  /** deposit, payin, payout, refund, read (a status read), or '' for whatever creates something. */
  kind: string
  /** Calls it still applies to; 0 until it is deleted. */
  times: number
  ms: number | null
  failureCode: string | null
}

/** The faults that meet one call. */
export type Faults = Map<string, Fault>

const isTarget = (text: unknown): text is Target => typeof text === 'string' && Object.hasOwn(MENU, text)

const listFaults = (world: World) =>
  world.rows<Fault>('SELECT gateway, fault, kind, times, ms, failureCode FROM fault ORDER BY seq')

/** Takes the faults that match a call, counting them down. `down` breaks status reads too. */
export function takeFaults(world: World, gateway: Target, kind: string): Faults {
  const matching = listFaults(world).filter(
    (fault) =>
      fault.gateway === gateway &&
      (fault.kind === kind || (fault.kind === '' && (kind !== 'read' || fault.fault === 'down'))),
  )
  for (const { fault, kind: wanted, times } of matching) {
    if (times === 0) continue
    const where = 'WHERE gateway = ? AND fault = ? AND kind = ?'
    world.run(
      times === 1 ? `DELETE FROM fault ${where}` : `UPDATE fault SET times = times - 1 ${where}`,
      gateway,
      fault,
      wanted,
    )
  }
  return new Map(matching.map((fault) => [fault.fault, fault]))
}

/** Those of a call's faults that stay with what it created. */
export const lastingFaults = (faults: Faults) => MOVEMENT_FAULTS.filter((fault) => faults.has(fault))

/** How many times gateway A's callback key, or Google's key, was rotated. */
export const keyRotations = (world: World, target: 'A' | 'GOOGLE' = 'A') =>
  world.rows<{ value: number }>('SELECT value FROM setting WHERE name = ?', settingOf(target))[0]?.value ?? 0

const rotateKey = (world: World, target: 'A' | 'GOOGLE') =>
  world.run(
    'INSERT INTO setting (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1',
    settingOf(target),
  )
const settingOf = (target: 'A' | 'GOOGLE') => (target === 'A' ? 'keyRotations' : 'googleKeyRotations')

const wholeOr = <Other>(value: unknown, other: Other) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : other
const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other)

/** The switches. A fault set twice for the same gateway and kind replaces itself. */
export const faultRoutes = new Hono<Sandbox>()
  .get('/', (c) => c.json({ faults: listFaults(c.env.world), menu: MENU, keyRotations: keyRotations(c.env.world) }))
  .put('/', async (c) => {
    const { world } = c.env
    const body: Record<string, unknown> = await c.req.json()
    const { gateway, fault } = body
    if (!isTarget(gateway)) return c.json({ error: `gateway is one of ${Object.keys(MENU).join(', ')}` }, 400)
    if (typeof fault !== 'string' || !MENU[gateway].includes(fault)) {
      return c.json({ error: `fault of ${gateway} is one of ${MENU[gateway].join(', ')}` }, 400)
    }
    if (fault === 'keyRotated') rotateKey(world, gateway === 'GOOGLE' ? gateway : 'A')
    else {
      world.run(
        'INSERT OR REPLACE INTO fault (gateway, fault, kind, times, ms, failureCode) VALUES (?, ?, ?, ?, ?, ?)',
        gateway,
        fault,
        PAYOUT_FAULTS.includes(fault) ? 'payout' : textOr(body.kind, ''),
        wholeOr(body.times, fault === 'down' ? 0 : 1),
        wholeOr(body.ms, null),
        textOr(body.failureCode, null),
      )
    }
    return c.json({ faults: listFaults(world), menu: MENU, keyRotations: keyRotations(world) })
  })
  .delete('/', (c) => {
    const { gateway, fault } = c.req.query()
    c.env.world.run(
      'DELETE FROM fault WHERE gateway = coalesce(?, gateway) AND fault = coalesce(?, fault)',
      gateway ?? null,
      fault ?? null,
    )
    return c.json({ faults: listFaults(c.env.world), menu: MENU, keyRotations: keyRotations(c.env.world) })
  })
