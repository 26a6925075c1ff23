import type { Write } from '../../db/client.ts'
import { audit } from '../../db/schema/core/history.ts'
import type { Ctx } from './context.ts'

/** A staff or money act, written in the commit that does it. Details hold no secret, code or full number. */
export const audited = (ctx: Ctx, action: string, targetId: string, details: Record<string, unknown> = {}): Write =>
  ctx.db
    .insert(audit)
    .values({ id: ctx.ids.v7(), actorId: ctx.actor?.id ?? null, action, targetId, details, at: ctx.now })
