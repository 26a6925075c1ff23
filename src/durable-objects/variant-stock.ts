import { DurableObject } from 'cloudflare:workers'
import type { StockAdjustment } from '../db/schema/catalogue/stock.ts'
import type { PricedVariant } from '../db/schema/catalogue/variants.ts'
import { moveStock } from '../domain/catalogue/stock/move.ts'
import type { Env } from '../env.ts'
import { type Result, toResult } from '../kernel/result.ts'
import { contextOf, type Delegation } from '../platform-context.ts'

/** One object per variant: adjustments of its stock run one after the other; the CHECK in D1 is the last word. */
export class VariantStock extends DurableObject<Env> {
  private last: Promise<unknown> = Promise.resolve()

  async adjust(seller: Delegation, variantId: string, input: StockAdjustment): Promise<Result<PricedVariant>> {
    const turn = this.last.then(() =>
      toResult(() =>
        moveStock(
          contextOf(this.env, (work) => this.ctx.waitUntil(work), seller),
          variantId,
          input,
        ),
      ),
    )
    this.last = turn.catch(() => undefined)
    return turn
  }
}
