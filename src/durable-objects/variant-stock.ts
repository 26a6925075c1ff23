import { DurableObject } from 'cloudflare:workers'
import { type Caller, contextOf } from '../context.ts'
import type { VariantView } from '../domain/catalogue/view.ts'
import { type AdjustStock, adjustStock } from '../domain/stock/adjust.ts'
import type { Env } from '../env.ts'
import { type Settled, settle } from '../kernel/result.ts'

/** One object per variant: adjustments of its stock run one after the other; the CHECK in D1 is the last word. */
export class VariantStock extends DurableObject<Env> {
  private last: Promise<unknown> = Promise.resolve()

  async adjust(seller: Caller, variantId: string, input: AdjustStock): Promise<Settled<VariantView>> {
    const turn = this.last.then(() =>
      settle(() =>
        adjustStock(
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
