import type { SQL } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { afterWrite } from '#db/commit.ts'
import type { AuditAction } from '#db/schema/core/audit-actions.ts'
import { audit } from '#db/schema/core/history.ts'
import { formatAmount, type Money } from '#kernel/money.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { reportSecurity } from '#kernel/security.ts'
import { type Ctx, personOf, signatureOf } from './context.ts'

/** Acts that give or take office, shut accounts, set how money moves or undo an approval: `staffAct` alone writes them, and asks for a proof. */
const GRAVE_ACTS = [
  'ledger.adjust',
  'moderation.settings',
  'settings.update',
  'user.block',
  'user.delete',
  'user.force-logout',
  'user.restore',
  'user.role',
  'user.unblock',
] as const satisfies AuditAction[]
export type GraveAct = (typeof GRAVE_ACTS)[number]

/** A staff or money act, written in the commit that does it. Details hold no secret, code or full number; amounts are `shownAmount`. */
export const recordAct = <Action extends AuditAction>(
  ctx: Ctx,
  action: Action,
  targetId: string | SQL<string>,
  details: Record<string, unknown> = {},
  ..._by: Action extends GraveAct ? ['by staffAct'] : []
): Write => {
  const row = { id: ctx.ids.v7(), ...signatureOf(ctx), action, targetId, details, at: ctx.now }
  const write = ctx.db.insert(audit).values(row)
  const actor = personOf(ctx)
  if (!actor || !EMPLOYEES.includes(actor.role) || !isOnMoney(action)) return write
  const target = typeof targetId === 'string' ? targetId : undefined
  return afterWrite(write, () =>
    reportSecurity('staff act on money', { action, target, account: actor.id, role: actor.role }),
  )
}

const MONEY =
  /^(booking|expense|ledger|movement|payin|payout|rate|refund|wallet)\.|^(order\.(refund|cancel)|incident\.resolve)$/
/** Whether a staff act moves money, or says how it moves. */
const isOnMoney = (action: AuditAction) => MONEY.test(action)

/** An amount as the record of acts says it: decimal text, with its currency. */
export const shownAmount = ({ amountMinor, currency }: Money) => ({
  amount: formatAmount(amountMinor, currency),
  currency,
})
