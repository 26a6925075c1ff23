import { connect } from '#db/client.ts'
import { repeatTrip } from '#db/trips.ts'
import { Stale, throwMeaning } from '#db/violation.ts'
import { type Actor, type Ctx, newSenders } from '#domain/core/context.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Providers } from '#providers/providers.ts'
import { memoryBackups } from '#testing/backups/backups.ts'
import { d1Over, type Trip } from '#testing/d1.ts'
import { SETTINGS } from '#testing/settings.ts'
import { D1_FAULTS, MESSAGE_FAULTS } from './gateways/faults.ts'
import { gatewaysOf } from './http/gateways.ts'
import { watchKey } from './keys.ts'
import { objectsOf } from './objects.ts'
import { Crash, type Task } from './scheduler.ts'
import { broke, crashPoint, fault, outside, type Simulation, say } from './simulation.ts'

/** D1 itself failed; whether the write happened is another matter. */
export class Disturbance extends Error {}

const D1_SAYS = {
  overloaded: 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  connectionLostBefore: 'D1_ERROR: Network connection lost.',
  connectionLostAfter: 'D1_ERROR: Network connection lost.',
}

/** Orders are sealed after hours, not months: histories are short. */
const SEAL_AFTER = { end: DAY_MS / 6, need: DAY_MS / 12, month: 40 * DAY_MS }

/** Everything a verb touches, as `src/platform-context.ts` builds it for the service. */
export function contextOf(
  simulation: Simulation,
  task: Task,
  actor: Actor | null,
  fork: (work: () => Promise<unknown>) => void,
): Ctx {
  const ctx: Ctx = {
    db: connect(d1Over(simulation.store, tripOf(simulation, task)), () => simulation.scheduler.turn(task)),
    caller: actor ? { kind: 'person', actor } : { kind: 'guest' },
    now: simulation.now,
    ids: simulation.ids,
    providers: providersOf(simulation, task),
    objects: objectsOf(simulation, task, (as) => ({ ...contextOf(simulation, task, as, fork), keyUse: ctx.keyUse })),
    live: {
      wakes: 0,
      tell: async () => {
        simulation.live.sent++
        if (simulation.live.isLost) throw new Disturbance('live message lost')
      },
      open: () => Promise.reject(new Disturbance('no sockets here')),
    },
    files: {
      put: (key, bytes) => outside(simulation, task, 'files.put', () => void simulation.pictures.set(key, bytes)),
      putOnce: (key, bytes) => outside(simulation, task, 'files.put', () => void simulation.pictures.set(key, bytes)),
      read: () => Promise.resolve(undefined),
      bytes: async (key, offset = 0, length) => {
        const bytes = simulation.pictures.get(key)
        return bytes && new Uint8Array(bytes.slice(offset, length === undefined ? undefined : offset + length))
      },
      has: (key) => Promise.resolve(simulation.pictures.has(key)),
      keysBefore: () => Promise.resolve([]),
      shrink: undefined,
      remove: (keys) =>
        outside(simulation, task, 'files.remove', () => {
          for (const key of keys) simulation.pictures.delete(key)
        }),
    },
    backups: memoryBackups(),
    edge: { purge: async () => true },
    settings: { ...SETTINGS, sealAfter: SEAL_AFTER },
    senders: newSenders(),
    later: (work) => {
      if (!task.isDead) fork(work)
    },
  }
  return ctx
}

/** Each trip as the service makes it, again where D1 stumbled and nothing is written; a stumble lasts one try or all of them. */
function tripOf(simulation: Simulation, task: Task): Trip {
  return (kind, work) => {
    const name = task.d1FaultIn >= 0 && task.d1FaultIn-- === 0 ? simulation.random.weighted(D1_FAULTS) : undefined
    let left = name && simulation.random.chance(0.5) ? Infinity : 1
    const go = () => tryTrip(simulation, task, { kind, work, fault: left-- > 0 ? name : undefined })
    const pause = () => simulation.scheduler.turn(task)
    return repeatTrip(() => kind === 'read', go, pause)
  }
}

type Try<T> = { kind: 'read' | 'commit'; work: () => T; fault: keyof typeof D1_SAYS | undefined }

async function tryTrip<T>(simulation: Simulation, task: Task, { kind, work, fault: name }: Try<T>): Promise<T> {
  await simulation.scheduler.turn(task)
  crashPoint(simulation, task, `d1.${kind}:before`)
  if (name) {
    fault(simulation, `d1.${name}.${kind}`)
    say(simulation, `   ${task.label}#${task.id} d1 ${name} at a ${kind}`)
    task.isDisturbed = true
  }
  if (name === 'overloaded' || name === 'connectionLostBefore') throw new Disturbance(D1_SAYS[name])
  const answer = watchKey(simulation, task, () => attempt(simulation, task, work))
  crashPoint(simulation, task, `d1.${kind}:after`)
  if (name) throw new Disturbance(D1_SAYS[name])
  await simulation.scheduler.turn(task)
  return answer
}

/** An error of the database that has no business meaning would be a 500: nothing may cause one. */
function attempt<T>(simulation: Simulation, task: Task, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isExplained(error))
      broke(simulation, 'no error of the database is unexplained', `${task.label}: ${String(error)}`)
    throw error
  }
}

function isExplained(error: unknown): boolean {
  try {
    return throwMeaning(error)
  } catch (meaning) {
    return meaning instanceof Failure || meaning instanceof Stale
  }
}

export function isInjected(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof Crash || e instanceof Disturbance) return true
  return false
}

function providersOf(simulation: Simulation, task: Task): Providers {
  const message = (site: string, to: string, text: string) =>
    outside(simulation, task, site, () => {
      const name = simulation.hasFaults ? simulation.random.weighted(MESSAGE_FAULTS) : 'none'
      fault(simulation, `message.${name}`)
      if (name === 'none' || name === 'sentButFailed') simulation.inbox.push({ to, text })
      if (name === 'none') return { kind: 'sent' as const, messageId: 'm' }
      return { kind: name === 'refused' ? ('refused' as const) : ('failed' as const), detail: name }
    })
  return {
    ...gatewaysOf(simulation, task),
    sms: { send: ({ to, text }) => message('sms', to, text) },
    email: { send: ({ to, text }) => message('email', to, text) },
    pushes: { FCM: { send: ({ to, data }) => message('push', to.address, JSON.stringify(data)) } },
    // A token is what Google says of it, as JSON.
    google: {
      verify: (idToken, now) =>
        outside(simulation, task, 'google.keys', () => {
          const answer = JSON.parse(idToken)
          return answer.claim.endsAt <= now ? { kind: 'invalid' } : answer
        }),
    },
    turnstile: undefined,
    webhook: { post: (text) => message('webhook', 'webhook', text) },
  }
}
