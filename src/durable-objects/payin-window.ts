import { DurableObject } from 'cloudflare:workers'
import type { Charge, GatewayTransaction } from '../db/schema/money/gateways.ts'
import { charge } from '../domain/money/payins/make-charge.ts'
import type { Env } from '../env.ts'
import { type Result, toResult } from '../kernel/result.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import { contextOf, type Delegation } from '../platform-context.ts'

const WINDOW_MS = 5 * MINUTE_MS

/**
 * One object per amount, currency, network and number: for five minutes from the first submission a duplicate resolves
 * to the same payin (docs/money.md, Staff charges). A refusal by the operator ends the window.
 */
export class PayinWindow extends DurableObject<Env> {
  private running: Promise<Result<GatewayTransaction>> | undefined

  async charge(dedupKey: string, admin: Delegation, input: Charge): Promise<Result<GatewayTransaction>> {
    // Duplicates that arrive while the first waits for the gateway get its answer.
    this.running ??= this.chargeInWindow(dedupKey, admin, input).finally(() => {
      this.running = undefined
    })
    return this.running
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
    const { storage } = this.ctx
    let startedAt = await storage.get<number>('startedAt')
    if (startedAt === undefined || ctx.now - startedAt >= WINDOW_MS) {
      startedAt = ctx.now
      // In storage before the gateway is called: a crash must not open a second window.
      await storage.put('startedAt', startedAt)
      await storage.setAlarm(ctx.now + WINDOW_MS)
    }
    const reference = `PI-${dedupKey.slice(0, 24)}-${startedAt}`
    const settled = await toResult(() => charge(ctx, input, reference))
    if (!settled.ok && settled.failure[0] === 'MBIYOPAY_PAYIN_FAILED') await storage.deleteAll()
    return settled
  }
}
