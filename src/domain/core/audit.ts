import type { SQL } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import { type AuditAction, audit } from '../../db/schema/core/history.ts'
import { formatAmount, type Money } from '../../kernel/money.ts'
import { type Ctx, signatureOf } from './context.ts'

/** A staff or money act, written in the commit that does it. Details hold no secret, code or full number; amounts are `shownAmount`. */
export const audited = (
  ctx: Ctx,
  action: AuditAction,
  targetId: string | SQL<string>,
  details: Record<string, unknown> = {},
): Write =>
  ctx.db.insert(audit).values({ id: ctx.ids.v7(), ...signatureOf(ctx), action, targetId, details, at: ctx.now })

/** An amount as the record of acts says it: decimal text, with its currency. */
export const shownAmount = ({ amountMinor, currency }: Money) => ({
  amount: formatAmount(amountMinor, currency),
  currency,
})
