import * as z from 'zod'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { LIVE_TICKET_MS, signLiveTicket } from '#domain/people/sessions/tokens.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'

export const LiveTicketView = z.object({ ticket: z.string(), expiresAt: f.isoTime }).meta({ id: 'LiveTicket' })

/** Signs a ticket that opens one live connection within a minute, in the session that asks (docs/live.md, Opening). */
export async function issueLiveTicket(ctx: Ctx): Promise<z.output<typeof LiveTicketView>> {
  return { ticket: await signLiveTicket(ctx, actorOf(ctx)), expiresAt: iso(ctx.now + LIVE_TICKET_MS) }
}
