import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { MESSAGES_OF_ALL_MS, NEWCOMER_MS } from '#kernel/limits.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import type { Ctx } from '../context.ts'

export type Channel = 'EMAIL' | 'SMS'
/** Lanes that count in a channel's day; alarms of the service do not. */
type Counted = 'CODE' | 'NOTICE'

/** The shares of a channel's day, in messages (docs/limits.md, Shares of a day). */
export function sharesOf({ settings }: Pick<Ctx, 'settings'>, channel: Channel) {
  const { dailyMax } = channel === 'SMS' ? settings.sms : settings.mail
  const share = (of: number, parts: number) => Math.floor((dailyMax * of) / parts)
  return {
    all: dailyMax,
    /** Everything but codes of older accounts. */
    shared: share(5, 6),
    notices: share(2, 3),
    newcomers: share(1, 3),
    newcomersNotices: share(2, 9),
  }
}

const employees = sql.raw(EMPLOYEES.map((role) => `'${role}'`).join(', '))

/** Whether the person `u` of a statement has a young account; an account of the team is never young. */
export const isNewcomer = ({ now }: Ctx): SQL =>
  sql`(u.created_at > ${now - NEWCOMER_MS} AND u.role NOT IN (${employees}))`

/** Whether an account is young, or does not exist. */
export const isNewcomersAccount = (ctx: Ctx, id: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND NOT ${isNewcomer(ctx)})`

/** Whether the account with this address is young, or does not exist. */
export const isNewcomersAddress = (ctx: Ctx, email: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.email = ${email} AND u.deleted_at IS NULL AND NOT ${isNewcomer(ctx)})`

/** The counts of a channel in the current day, one row: `codes`, `notices`, `new_codes`, `new_notices`. */
export const countsOf = ({ now }: Pick<Ctx, 'now'>, channel: Channel): SQL => sql`(
  SELECT coalesce(max(c.codes), 0) AS codes, coalesce(max(c.notices), 0) AS notices,
    coalesce(max(c.newcomers_codes), 0) AS new_codes, coalesce(max(c.newcomers_notices), 0) AS new_notices
  FROM message_counts c WHERE c.channel = ${channel} AND c.window_ends_at > ${now})`

/** The number of messages of this lane that may still go on this channel, at that point of a commit; 0 or less if its share is used up. */
export function roomFor(ctx: Ctx, channel: Channel, lane: Counted, isNewcomers: SQL): SQL {
  const { all, shared, notices, newcomers, newcomersNotices } = sharesOf(ctx, channel)
  const left = {
    all: sql`${all} - d.codes - d.notices - d.new_codes - d.new_notices`,
    shared: sql`${shared} - d.notices - d.new_codes - d.new_notices`,
    notices: sql`${notices} - d.notices - d.new_notices`,
    newcomers: sql`${newcomers} - d.new_codes - d.new_notices`,
    newcomersNotices: sql`${newcomersNotices} - d.new_notices`,
  }
  const most =
    lane === 'CODE'
      ? sql`CASE WHEN ${isNewcomers} THEN min(${left.all}, ${left.shared}, ${left.newcomers}) ELSE ${left.all} END`
      : sql`min(${left.all}, ${left.shared}, ${left.notices},
          CASE WHEN ${isNewcomers} THEN min(${left.newcomers}, ${left.newcomersNotices}) ELSE ${all} END)`
  return sql`(SELECT ${most} FROM ${countsOf(ctx, channel)} d)`
}

/**
 * Counts messages in their channel's day, which begins with its first message.
 * @param counted rows of `channel`, `codes`, `notices`, `new_codes`, `new_notices`: SELECT … that ends in a WHERE
 */
export function countMessages(ctx: Ctx, counted: SQL): Write {
  const isOver = sql`message_counts.window_ends_at <= ${ctx.now}`
  const added = (name: string) => {
    const column = sql.identifier(name)
    return sql`${column} = iif(${isOver}, 0, message_counts.${column}) + excluded.${column}`
  }
  return ctx.db.run(sql`
    INSERT INTO message_counts (channel, codes, notices, newcomers_codes, newcomers_notices, window_ends_at)
    SELECT n.channel, n.codes, n.notices, n.new_codes, n.new_notices, ${ctx.now + MESSAGES_OF_ALL_MS}
    FROM (${counted}) n WHERE true
    ON CONFLICT (channel) DO UPDATE SET
      ${added('codes')}, ${added('notices')}, ${added('newcomers_codes')}, ${added('newcomers_notices')},
      window_ends_at = iif(${isOver}, excluded.window_ends_at, message_counts.window_ends_at)`)
}

/** The columns of `countMessages` for one message. */
export const oneMessage = (channel: SQL, lane: Counted, isNewcomers: SQL): SQL => {
  const [code, notice] = lane === 'CODE' ? [sql`1`, sql`0`] : [sql`0`, sql`1`]
  return sql`${channel} AS channel, iif(${isNewcomers}, 0, ${code}) AS codes, iif(${isNewcomers}, 0, ${notice}) AS notices,
    iif(${isNewcomers}, ${code}, 0) AS new_codes, iif(${isNewcomers}, ${notice}, 0) AS new_notices`
}
