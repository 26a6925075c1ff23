import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import * as f from '#kernel/fields.ts'
import { cancelUnsent } from '../gateways/attempts/cancel-unsent.ts'
import { payoutMachine } from './machine.ts'
import { releasePayout } from './money.ts'
import { getPayoutFile } from './queries.ts'
import { showPayout } from './show-payout.ts'

export const CancelPayout = z.strictObject({ reason: f.reason.optional() })

/**
 * An admin gives up a payout that waits for its code, or that was approved and never sent: then what it reserved goes back
 * to its account (docs/states.md, Payout).
 * @throws 404, 409 once it is with the operator
 */
export const cancelPayout = (ctx: Ctx, id: string, { reason }: z.output<typeof CancelPayout>) =>
  retryOnStale(async () => {
    const { payout, attempt } = await getPayoutFile(ctx, id)
    await commit(ctx, [
      ...transition(ctx, payoutMachine, payout, 'cancel', { reason }),
      ...(attempt ? [...cancelUnsent(ctx, attempt), ...releasePayout(ctx, payout)] : []),
      recordAct(ctx, 'payout.cancel', id, { reason }),
    ])
    return showPayout(ctx, id)
  })
