import * as z from 'zod'
import type { Write } from '#db/client.ts'
import * as f from '#kernel/fields.ts'
import { unwrap } from '#kernel/result.ts'
import { type ApprovalKind, actorOf, type Ctx } from '../context.ts'

/** The second step of every approval: the id of the pending one, and the mailed code. */
export const ConfirmApproval = z.strictObject({ pendingId: f.idIn, code: f.code6, totp: f.code6.optional() })
export type ConfirmApproval = z.output<typeof ConfirmApproval>

/**
 * Input for one approval. After the mailed code is right, `proveBeside` compares the authenticator's code and gives the writes that use it
 * up: a mistyped mailed code costs nobody their authenticator's code.
 */
export type ApprovalInput = Omit<ConfirmApproval, 'totp'> & { proveBeside?: () => Promise<Write[]> }

/**
 * Confirms one approval at a time for each administrator, of any kind: a second confirmation meanwhile is refused, not queued
 * (docs/money.md, Admin payouts).
 * @returns the id of the approved thing
 * @throws 429 while another confirmation runs
 */
export const confirmOneAtATime = async (ctx: Ctx, kind: ApprovalKind, input: ConfirmApproval): Promise<string> =>
  unwrap(await ctx.objects.confirmApproval(actorOf(ctx), kind, input))
