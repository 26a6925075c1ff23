import { DurableObject } from 'cloudflare:workers'
import type { StockAdjustment } from '../db/schema/catalogue/stock.ts'
import type { PricedVariant } from '../db/schema/catalogue/variants.ts'
import { moveStock } from '../domain/catalogue/stock/move.ts'
import type { Env } from '../env.ts'
import type { Result } from '../kernel/result.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { contextOf, type Delegation } from '../platform-context.ts'
import { answerCall } from './answer.ts'
import { settledWithin } from './settled-within.ts'

/** An adjustment has this long before the next one goes on beside it. */
const TURN_MS = 10 * SECOND_MS

/** One object per variant: adjustments of its stock run one after the other; the CHECK in D1 is the last word. */
export class VariantStock extends DurableObject<Env> {
  private last: Promise<unknown> = Promise.resolve()

  async adjust(seller: Delegation, variantId: string, input: StockAdjustment): Promise<Result<PricedVariant>> {
    const turn = settledWithin(this.last, TURN_MS).then(() =>
      answerCall(this.env, seller, { object: 'VariantStock', variant: variantId }, () =>
        moveStock(
          contextOf(this.env, (work) => this.ctx.waitUntil(work), seller),
          variantId,
          input,
        ),
      ),
    )
    this.last = turn
    return turn
  }
}
