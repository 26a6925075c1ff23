import { DurableObject } from 'cloudflare:workers'
import type { Charge, GatewayTransaction } from '../db/schema/money/gateways.ts'
import { chargeOrFind } from '../domain/money/payins/make-charge.ts'
import type { Env } from '../env.ts'
import { Failure, fail } from '../kernel/failure.ts'
import type { Result } from '../kernel/result.ts'
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import { contextOf, type Delegation } from '../platform-context.ts'
import { refusalOf } from '../providers/gateways.ts'
import { answerCall } from './answer.ts'
import { settledWithin } from './settled-within.ts'

const WINDOW_MS = 5 * MINUTE_MS
/** A duplicate waits this long for the first request: longer than a gateway has for its answer. */
const ANSWERED_MS = 25 * SECOND_MS

/**
 * One object per amount, currency, network and number: for five minutes from the first submission a duplicate resolves
 * to the same payin (docs/money.md, Staff charges). A refusal by the operator, at once or on the phone, ends the window.
 */
export class PayinWindow extends DurableObject<Env> {
  private running: Promise<Result<GatewayTransaction>> | undefined

  async charge(dedupKey: string, admin: Delegation, input: Charge): Promise<Result<GatewayTransaction>> {
    // Duplicates that arrive while the first waits for the gateway get its answer, unless the first was cut off.
    for (let first = this.running; first && (await settledWithin(first, ANSWERED_MS)); first = this.running) {
      const answer = await first
      if (!isOfItsRequest(answer)) return answer
    }
    const mine = this.chargeInWindow(dedupKey, admin, input).finally(() => {
      if (this.running === mine) this.running = undefined
    })
    this.running = mine
    return mine
  }

  /** The window is over: nothing of it is kept. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }

  private async chargeInWindow(
    dedupKey: string,
    admin: Delegation,
    input: Charge,
  ): Promise<Result<GatewayTransaction>> {
    const ctx = contextOf(this.env, (work) => this.ctx.waitUntil(work), admin)
    return answerCall(this.env, admin, { object: 'PayinWindow' }, async () => {
      const known = await this.ctx.storage.get<number>('startedAt')
      const isOpen = known !== undefined && ctx.now - known < WINDOW_MS
      const found = isOpen ? await chargeOrFind(ctx, input, referenceOf(dedupKey, known)) : undefined
      // The one before was refused, perhaps on the phone: this is a genuine second try.
      const isOver = found === undefined || (found.status === 'failed' && found.createdAt < ctx.now)
      const made = isOver
        ? await chargeOrFind(ctx, input, referenceOf(dedupKey, await this.open(ctx.now, known)))
        : found
      if (made.status !== 'failed') return made
      await this.ctx.storage.deleteAll()
      return fail(refusalOf('CHARGE'))
    })
  }

  /** In storage before the gateway is called: a crash must not open a second window. No two begin at one instant. */
  private async open(now: number, before = 0): Promise<number> {
    const startedAt = Math.max(now, before + 1)
    await this.ctx.storage.put('startedAt', startedAt)
    await this.ctx.storage.setAlarm(startedAt + WINDOW_MS)
    return startedAt
  }
}

const referenceOf = (dedupKey: string, startedAt: number) => `PI-${dedupKey.slice(0, 24)}-${startedAt}`

/** Whether only the request that came first is refused, by its session or its key: that says nothing about the charge. */
function isOfItsRequest(answer: Result<unknown>): boolean {
  if (answer.ok) return false
  const { code, reason } = new Failure(...answer.failure)
  return code === 'UNAUTHORIZED' || reason === 'REQUEST_IN_PROGRESS'
}
