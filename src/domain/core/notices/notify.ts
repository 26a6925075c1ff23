import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { outbox } from '../../../db/schema/core/outbox.ts'
import type { Ctx } from '../context.ts'
import { NOTICES, type NoticeFacts, type NoticeKind } from './messages.ts'
import { asMessage } from './outbox.ts'

type Message = { channel: 'EMAIL' | 'SMS'; to: string; kind: string; subject: string; body: string }

/** A message to an address or number, written in the commit that causes it and sent after it. */
export const message = (ctx: Ctx, { to, ...rest }: Message): Write =>
  asMessage(
    ctx.db.insert(outbox).values({ id: ctx.ids.v7(), recipient: to, ...rest, nextAt: ctx.now, createdAt: ctx.now }),
  )

const COLUMNS = sql`INSERT INTO outbox (id, channel, recipient, kind, subject, body, status, attempts, next_at, created_at)`
const untried = (ctx: Ctx) => sql`'PENDING', 0, ${ctx.now}, ${ctx.now}`

/** As `message`, where `condition` holds at that point of the commit. */
export const messageWhen = (ctx: Ctx, condition: SQL, { channel, to, kind, subject, body }: Message): Write =>
  asMessage(
    ctx.db.run(
      sql`${COLUMNS} SELECT ${ctx.ids.v7()}, ${channel}, ${to}, ${kind}, ${subject}, ${body}, ${untried(ctx)} WHERE ${condition}`,
    ),
  )

/** A notice to the second address of an account, where it has one. */
export function mailSecondary(ctx: Ctx, userId: string, kind: NoticeKind, facts: NoticeFacts = {}): Write {
  const { subject, body } = NOTICES[kind](facts)
  return asMessage(
    ctx.db.run(
      sql`${COLUMNS} SELECT ${ctx.ids.v7()}, 'EMAIL', u.secondary_email, ${kind}, ${subject}, ${body}, ${untried(ctx)} FROM users u WHERE u.id = ${userId} AND u.secondary_email IS NOT NULL`,
    ),
  )
}

/** A notice to an e-mail address, as security notices go. */
export const mailTo = (ctx: Ctx, email: string, kind: NoticeKind, facts: NoticeFacts = {}): Write =>
  message(ctx, { channel: 'EMAIL', to: email, kind, ...NOTICES[kind](facts) })

/** Tells a person what happened: by e-mail, and by SMS when their number is verified. */
export function notify(ctx: Ctx, userId: string, kind: NoticeKind, facts: NoticeFacts = {}): Write[] {
  const { subject, body } = NOTICES[kind](facts)
  const rest = sql`${kind}, ${subject}, ${body}, ${untried(ctx)}`
  return [
    asMessage(
      ctx.db.run(
        sql`${COLUMNS} SELECT ${ctx.ids.v7()}, 'EMAIL', u.email, ${rest} FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL`,
      ),
    ),
    asMessage(
      ctx.db.run(
        sql`${COLUMNS} SELECT ${ctx.ids.v7()}, 'SMS', u.phone, ${rest} FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL AND u.phone_verified_at IS NOT NULL`,
      ),
    ),
  ]
}
