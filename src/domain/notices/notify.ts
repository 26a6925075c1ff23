import { sql } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import { outbox } from '../../db/schema/platform.ts'
import type { Ctx } from '../context.ts'
import { NOTICES, type NoticeFacts, type NoticeKind } from './messages.ts'

type Message = { channel: 'EMAIL' | 'SMS'; to: string; kind: string; subject: string; body: string }

/** A message to an address or number, written in the commit that causes it and sent after it. */
export const message = (ctx: Ctx, { to, ...rest }: Message): Write =>
  ctx.db.insert(outbox).values({ id: ctx.ids.v7(), recipient: to, ...rest, nextAt: ctx.now, createdAt: ctx.now })

/** Tells a person what happened: by e-mail, and by SMS when their number is verified. */
export function notify(ctx: Ctx, userId: string, kind: NoticeKind, facts: NoticeFacts = {}): Write[] {
  const { subject, body } = NOTICES[kind](facts)
  const columns = sql`INSERT INTO outbox (id, channel, recipient, kind, subject, body, status, attempts, next_at, created_at)`
  const rest = sql`${kind}, ${subject}, ${body}, 'PENDING', 0, ${ctx.now}, ${ctx.now}`
  return [
    ctx.db.run(
      sql`${columns} SELECT ${ctx.ids.v7()}, 'EMAIL', u.email, ${rest} FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL`,
    ),
    ctx.db.run(
      sql`${columns} SELECT ${ctx.ids.v7()}, 'SMS', u.phone, ${rest} FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL AND u.phone_verified_at IS NOT NULL`,
    ),
  ]
}
