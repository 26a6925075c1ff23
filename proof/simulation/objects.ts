import type { GatewayTransaction } from '../../src/db/schema/money/gateways.ts'
import { moveStock } from '../../src/domain/catalogue/stock/move.ts'
import type { Actor, Ctx, Objects } from '../../src/domain/core/context.ts'
import { charge } from '../../src/domain/money/payins/charge.ts'
import { confirmPayout } from '../../src/domain/money/payouts/confirm.ts'
import { Failure } from '../../src/kernel/failure.ts'
import { type Settled, settle } from '../../src/kernel/result.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import type { Task } from './scheduler.ts'
import { fault, outside, type World } from './world.ts'

const WINDOW_MS = 5 * MINUTE_MS

/** The Durable Objects of `src/durable-objects`, one of each class per key: their memory dies with the process. */
export function objectsOf(world: World, task: Task, as: (actor: Actor) => Ctx): Objects {
  const { busy, turns, running, storage } = world.objects
  return {
    async confirmPayout(admin, input) {
      if (busy.has(admin.id)) {
        fault(world, 'object.busy')
        return settle(async () => {
          throw new Failure('TOO_MANY_REQUESTS', { message: 'Une confirmation est déjà en cours.', retryAfter: 5 })
        })
      }
      busy.add(admin.id)
      try {
        return await settle(() => confirmPayout(as(admin), input))
      } finally {
        busy.delete(admin.id)
      }
    },
    adjustStock(seller, variantId, input) {
      const last = turns.get(variantId) ?? Promise.resolve()
      if (turns.has(variantId)) fault(world, 'object.queued')
      const turn = last.then(() => settle(() => moveStock(as(seller), variantId, input)))
      const quiet = turn.catch(() => undefined)
      turns.set(variantId, quiet)
      void quiet.then(() => turns.get(variantId) === quiet && turns.delete(variantId))
      return turn
    },
    chargeOnce(dedupKey, admin, input) {
      const known = running.get(dedupKey) as Promise<Settled<GatewayTransaction>> | undefined
      if (known) {
        fault(world, 'object.shared')
        return known
      }
      const work = async () => {
        const ctx = as(admin)
        let startedAt = storage.get(dedupKey)
        if (startedAt === undefined || ctx.now - startedAt >= WINDOW_MS) {
          const fresh = ctx.now
          await outside(world, task, 'storage.put', () => storage.set(dedupKey, fresh))
          startedAt = fresh
        }
        const reference = `PI-${dedupKey.slice(0, 24)}-${startedAt}`
        const settled = await settle(() => charge(ctx, input, reference))
        if (!settled.ok && settled.failure[0] === 'MBIYOPAY_PAYIN_FAILED') {
          await outside(world, task, 'storage.delete', () => storage.delete(dedupKey))
        }
        return settled
      }
      const turn = work().finally(() => running.delete(dedupKey))
      running.set(dedupKey, turn)
      return turn
    },
  }
}
