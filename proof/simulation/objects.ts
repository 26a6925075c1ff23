import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { moveStock } from '#domain/catalogue/stock/move.ts'
import type { Actor, Ctx, Objects } from '#domain/core/context.ts'
import { approveBooking } from '#domain/money/bookings/approve.ts'
import { approveExpense } from '#domain/money/expenses/approve.ts'
import { approveResolution } from '#domain/money/gateways/deciding/approve-resolution.ts'
import { chargeOrFind } from '#domain/money/payins/make-charge.ts'
import { approvePayout } from '#domain/money/payouts/approve.ts'
import { approveSettlement } from '#domain/money/wallet/approve-settlement.ts'
import { approveRefund } from '#domain/orders/refunds/deciding/approve.ts'
import { Failure, fail } from '#kernel/failure.ts'
import { type Result, toResult } from '#kernel/result.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Task } from './scheduler.ts'
import { fault, outside, type Simulation } from './simulation.ts'

const APPROVE = {
  payout: approvePayout,
  expense: approveExpense,
  refund: approveRefund,
  settlement: approveSettlement,
  booking: approveBooking,
  resolution: approveResolution,
}
const WINDOW_MS = 5 * MINUTE_MS

/** The Durable Objects of `src/durable-objects`, one of each class per key: their memory dies with the process. */
export function objectsOf(simulation: Simulation, task: Task, as: (actor: Actor) => Ctx): Objects {
  const { busy, turns, running, storage } = simulation.objects
  return {
    async confirmApproval(admin, kind, input) {
      if (busy.has(admin.id)) {
        fault(simulation, 'object.busy')
        return toResult(async () => {
          throw new Failure('TOO_MANY_REQUESTS', { message: 'Une confirmation est déjà en cours.', retryAfter: 5 })
        })
      }
      busy.add(admin.id)
      try {
        return await toResult(() => APPROVE[kind](as(admin), input))
      } finally {
        busy.delete(admin.id)
      }
    },
    adjustStock(seller, variantId, input) {
      const last = turns.get(variantId) ?? Promise.resolve()
      if (turns.has(variantId)) fault(simulation, 'object.queued')
      const turn = last.then(() => toResult(() => moveStock(as(seller), variantId, input)))
      const quiet = turn.catch(() => undefined)
      turns.set(variantId, quiet)
      void quiet.then(() => turns.get(variantId) === quiet && turns.delete(variantId))
      return turn
    },
    chargeOnce(dedupKey, admin, input) {
      const known = running.get(dedupKey) as Promise<Result<GatewayTransaction>> | undefined
      if (known) {
        fault(simulation, 'object.shared')
        return known
      }
      const work = async () => {
        const ctx = as(admin)
        const startedAt = storage.get(dedupKey)
        const referenceOf = (at: number) => `PI-${dedupKey.slice(0, 24)}-${at}`
        const open = async () => {
          const fresh = Math.max(ctx.now, (startedAt ?? 0) + 1)
          await outside(simulation, task, 'storage.put', () => storage.set(dedupKey, fresh))
          return fresh
        }
        const settled = await toResult(async () => {
          const isOpen = startedAt !== undefined && ctx.now - startedAt < WINDOW_MS
          const found = isOpen ? await chargeOrFind(ctx, input, referenceOf(startedAt)) : undefined
          const isOver = found === undefined || (found.status === 'failed' && found.createdAt < ctx.now)
          const made = isOver ? await chargeOrFind(ctx, input, referenceOf(await open())) : found
          return made.status === 'failed' ? fail('MBIYOPAY_PAYIN_FAILED') : made
        })
        if (!settled.ok && settled.failure[0] === 'MBIYOPAY_PAYIN_FAILED') {
          await outside(simulation, task, 'storage.delete', () => storage.delete(dedupKey))
        }
        return settled
      }
      const turn = work().finally(() => running.delete(dedupKey))
      running.set(dedupKey, turn)
      return turn
    },
  }
}
