import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { abortWhen, guard } from '#db/guard.ts'
import { recordAct } from '#domain/core/audit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise, transition } from '#domain/core/machine.ts'
import { notice } from '#domain/core/notices/notice.ts'
import { mailAt, mailSecondary, mailTo, messageWhen, notify } from '#domain/core/notices/notify.ts'
import { post } from '#domain/money/ledger/post.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { orderCancelled, orderPaid } from '#domain/orders/orders/notices.ts'
import { totpTurnedOn } from '#domain/people/totp/notices.ts'

/** Refusals of the types: each line below would be dropped or fail silently at run time, and none of them compiles. */
function refusedByTheTypes(ctx: Ctx) {
  const order = { id: 'o1', status: 'PENDING_SELLER_REVIEW', version: 1 } as const
  const set = { rejectionReason: 'Rupture', dueAt: null, rejektion: 'typo' }
  // @ts-expect-error: no such column
  transition(ctx, orderMachine, order, 'reject', { set })
  // @ts-expect-error: no such value of the column
  transition(ctx, orderMachine, order, 'reject', { set: { cancelledBy: 'NOBODY' } })
  // @ts-expect-error: the machine itself writes the status
  transition(ctx, orderMachine, order, 'reject', { set: { status: 'COMPLETED' } })
  // @ts-expect-error: no such event
  transition(ctx, orderMachine, order, 'rejekt')
  // @ts-expect-error: a guard is a value, not a text
  abortWhen(ctx.db, 'PLAN_LIMIT_REACHED', undefined)
  // @ts-expect-error: no such change
  revise(ctx, orderMachine, order, 'tweak', {})
  // @ts-expect-error: no such act
  recordAct(ctx, 'order.explode', 'o1')
  // @ts-expect-error: a notice is told its facts
  notify(ctx, 'u1', orderPaid)
  // @ts-expect-error: all of them
  notify(ctx, 'u1', orderPaid, { number: 'CMD-1' })
  // @ts-expect-error: as values, not as texts
  notify(ctx, 'u1', orderPaid, { number: 'CMD-1', total: '12,50 USD' })
  // @ts-expect-error: and no others
  mailTo(ctx, { id: 'u1', email: 'a@soko.test' }, totpTurnedOn, { at: 1 })
  // @ts-expect-error: a reason that nobody gave is said to be none
  mailSecondary(ctx, 'u1', orderCancelled, { number: 'CMD-1' })
  // @ts-expect-error: a notice is a value, not a text
  messageWhen(ctx, sql`1`, mailAt('a@soko.test'), 'order.paid', { number: 'CMD-1' })
  // @ts-expect-error: a notice is said in each language
  notice('order.exploded', { fr: () => ({ subject: '', body: '' }) })
  // @ts-expect-error: no such transfer
  post(ctx, { kind: 'order:payed', ref: 'o1', from: 'a', to: 'b', amountMinor: 1, currency: 'USD' })
}

it('a wrong column, event, guard, act, notice or transfer does not compile', () => {
  expect(refusedByTheTypes).toBeTypeOf('function')
})

it('two notices never share a kind', () => {
  const words = { fr: () => ({ subject: 'Un', body: 'Un' }), en: () => ({ subject: 'One', body: 'One' }) }
  expect(() => notice('order.paid', words)).toThrow('two notices are called order.paid')
})

it('two guards never share a name', () => {
  guard('ONLY_ONE', 'CONFLICT')
  expect(() => guard('ONLY_ONE', 'GONE')).toThrow('two guards are called ONLY_ONE')
})
