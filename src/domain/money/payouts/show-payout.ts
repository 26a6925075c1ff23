import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { pollGateway } from '../gateways/readings/poll.ts'
import { getPayoutFile } from './queries.ts'
import { viewPayoutFile } from './view.ts'

export const PayoutId = z.strictObject({ payoutId: f.idIn })

/** An administrator's payout with its history, for finance. 404. */
export const showPayout = async (ctx: Ctx, id: string) => viewPayoutFile(ctx, await getPayoutFile(ctx, id))

/** Asks the gateway what became of a payout that was sent, and applies the answer (docs/states.md, Unknown outcomes). 404. */
export async function checkPayout(ctx: Ctx, id: string) {
  const file = await getPayoutFile(ctx, id)
  if (!file.attempt) return viewPayoutFile(ctx, file)
  await pollGateway(ctx, file.attempt, 'checkStatus')
  return showPayout(ctx, id)
}
