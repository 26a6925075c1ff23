import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import * as f from '../../../kernel/fields.ts'
import { unwrap } from '../../../kernel/result.ts'
import { type ApprovalKind, actorOf, type Ctx } from '../context.ts'

/** The second step of every approval: what was asked for, and the code that was mailed. */
export const ConfirmApproval = z.strictObject({ pendingId: f.idIn, code: f.code6, totp: f.code6.optional() })
export type ConfirmApproval = z.output<typeof ConfirmApproval>

/**
 * What was typed for one approval. `proveBeside` compares what is typed beside the mailed code once that one is right, and
 * gives the writes that use it up: a mistyped mailed code costs nobody the code of their authenticator.
 */
export type Typed = Omit<ConfirmApproval, 'totp'> & { proveBeside?: () => Promise<Write[]> }

/**
 * Confirms one thing at a time per administrator, whatever it is: a second confirmation that comes meanwhile is refused
 * with 429 and is not queued (docs/money.md, Admin payouts).
 * @returns the id of what was approved
 */
export const confirmOneAtATime = async (ctx: Ctx, kind: ApprovalKind, input: ConfirmApproval): Promise<string> =>
  unwrap(await ctx.objects.confirmApproval(actorOf(ctx), kind, input))
