import { SealedOrder } from '#db/violation.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { unsealOrders } from '#domain/orders/sealing/unseal.ts'
import { Failure } from '#kernel/failure.ts'
import { contextOf, isInjected } from './context.ts'
import { answerOnce } from './keys.ts'
import type { Plan } from './people/plan.ts'
import { count, countsOf } from './report.ts'
import type { Task } from './scheduler.ts'
import { broke, fault, type Simulation, say } from './simulation.ts'

/** Starts one request, job or callback; it runs when the scheduler lets it. */
export function start(
  simulation: Simulation,
  label: string,
  actor: Actor | null,
  run: (ctx: Ctx) => Promise<unknown>,
  { args = null, key, takesTime = false }: Partial<Plan> = {},
): void {
  const { random, report } = simulation
  const isHit = simulation.hasFaults && random.chance(0.12)
  const isD1Hit = simulation.hasFaults && random.chance(0.06)
  const task: Task = {
    id: ++simulation.tasks,
    label,
    isDead: false,
    crashIn: isHit ? random.below(random.chance(0.7) ? 8 : 24) : -1,
    d1FaultIn: isD1Hit ? random.below(6) : -1,
    isDisturbed: false,
    takesTime,
  }
  const counted = countsOf(report, label)
  const watch = (work: Promise<unknown>, what: string) => {
    work.then(
      (value) => {
        counted.done++
        say(simulation, `   #${task.id} ${what}: ${digest(value)}`)
      },
      (error: unknown) => {
        if (task.isDead) counted.crashed++
        if (error instanceof Failure) {
          counted.refused++
          count(report.refusals, `${error.code}${error.reason ? ` ${error.reason}` : ''}`)
        } else if (isInjected(error)) counted.failed++
        else
          broke(
            simulation,
            'no error is unexpected',
            `${what}: ${error instanceof Error ? error.stack : String(error)}`,
          )
        say(simulation, `   #${task.id} ${what}: ${sayError(error)}`)
      },
    )
  }
  // Work that follows the answer may be lost with the process; something durable remembers it.
  const fork = (work: () => Promise<unknown>) => {
    if (simulation.hasFaults && random.chance(0.15)) count(report.faults, 'later.lost')
    else watch(work(), 'later')
  }
  say(
    simulation,
    `${simulation.step} ${new Date(simulation.now).toISOString()} #${task.id} ${label} ${JSON.stringify(args)}`,
  )
  const ctx = contextOf(simulation, task, actor, fork)
  const isKeyed = actor && key !== undefined
  const unsealing = (ctx: Ctx) => withUnsealed(simulation, ctx, run)
  watch(
    isKeyed ? answerOnce(simulation, task, ctx, { label, as: actor, args, key, run: unsealing }) : unsealing(ctx),
    label,
  )
}

/** Runs a verb, and again once a sealed order that it needs is there, as the service does (src/http/router.ts). */
async function withUnsealed(simulation: Simulation, ctx: Ctx, run: (ctx: Ctx) => Promise<unknown>): Promise<unknown> {
  for (let left = 4; ; left--) {
    try {
      return await run(ctx)
    } catch (error) {
      if (!(error instanceof SealedOrder) || left === 0) throw error
      fault(simulation, 'order.unsealed')
      await unsealOrders(ctx, [error.orderId])
    }
  }
}

const digest = (value: unknown) => (value === undefined ? 'done' : JSON.stringify(value).slice(0, 160))
const sayError = (error: unknown) =>
  error instanceof Failure
    ? `${error.code} ${error.reason ?? error.message}`
    : `${(error as Error).name}: ${(error as Error).message.slice(0, 80)}`

/** Jobs log the name of what stopped them: only what was injected may. */
export function listenToErrors(simulation: Simulation): () => void {
  const usual = { error: console.error, info: console.info }
  console.info = () => undefined
  console.error = (...words: unknown[]) => {
    const text = words.join(' ')
    // The order of calls in a stack is no part of what happened.
    say(simulation, `   logged: ${text.replace(/"stack":\[.*?\]/g, '"stack":[]')}`)
    if (/TypeError|RangeError|ReferenceError|SyntaxError/.test(text))
      broke(simulation, 'no job ends with a fault of ours', text)
  }
  return () => {
    Object.assign(console, usual)
  }
}
