import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import * as f from '../../../kernel/fields.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { payoutMachine } from './machine.ts'
import { getPayoutFile } from './queries.ts'
import { showPayout } from './show-payout.ts'

export const CancelPayout = z.strictObject({ reason: f.reason.optional() })

/** An admin gives up a payout that still waits for its code (docs/states.md, Payout). 404, 409 once it was approved. */
export const cancelPayout = (ctx: Ctx, id: string, { reason }: z.output<typeof CancelPayout>) =>
  retryOnStale(async () => {
    const { payout } = await getPayoutFile(ctx, id)
    await commit(ctx, [
      ...transition(ctx, payoutMachine, payout, 'cancel', { reason }),
      audited(ctx, 'payout.cancel', id, { reason }),
    ])
    return showPayout(ctx, id)
  })
