import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { STAFF } from '#kernel/roles.ts'
import { countTry } from '../codes/attempts.ts'
import type { Ctx } from '../context.ts'
import { matter, refOf } from '../incidents/matter.ts'
import { ADMINS_IN_OFFICE, openIncident } from '../incidents/open.ts'
import { messagesUsedUp } from './notices.ts'
import { mailAll } from './notify.ts'
import { type Channel, roomFor, sharesOf } from './shares.ts'

/** A channel's day: the messages counted, the rest of its shares, and the steps that people were told. */
export type Day = {
  channel: Channel
  until: number
  counted: number
  notices_left: number
  newcomers_left: number
  told: string
}

const ofADay = {
  isMoney: false,
  ends: "L'équipe dit qu'elle l'a vu : le jour suivant recommence à zéro.",
  word: { roles: STAFF },
} as const
/** Matters of a day's messages; the key is the end of the day. */
export const SMS_USED_UP = matter({ name: 'sms', ...ofADay })
export const MAILS_USED_UP = matter({ name: 'mail', ...ofADay })

/** The share from which on an incident is open. */
const WARNED_AT = 0.8
const STEPS = ['MOST', 'ALL', 'NEWCOMERS', 'NOTICES'] as const
type Step = (typeof STEPS)[number]

const keyOf = ({ channel, until }: Pick<Day, 'channel' | 'until'>, step: Step) => `told:${channel}:${until}:${step}`

/** The day of each channel, with the rest of its shares. */
export const selectDays = (ctx: Ctx) => ctx.db.all<Day>(sql`${dayOf(ctx, 'SMS')} UNION ALL ${dayOf(ctx, 'EMAIL')}`)

function dayOf(ctx: Ctx, channel: Channel): SQL {
  const keys = STEPS.map((step) => sql`${`told:${channel}:`} || c.window_ends_at || ${`:${step}`}`)
  return sql`SELECT c.channel, c.window_ends_at AS until,
      c.codes + c.notices + c.newcomers_codes + c.newcomers_notices AS counted,
      ${roomFor(ctx, channel, 'NOTICE', sql`0`)} AS notices_left, ${roomFor(ctx, channel, 'CODE', sql`1`)} AS newcomers_left,
      (SELECT coalesce(group_concat(a.key), '') FROM attempts a WHERE a.key IN (${sql.join(keys, sql`, `)})) AS told
    FROM message_counts c WHERE c.channel = ${channel} AND c.window_ends_at > ${ctx.now}`
}

/**
 * Tells the ADMINs of used-up days, each step once: an incident opens at 80 %; mails tell that all, the share of young accounts or the
 * share of notices is used up (docs/limits.md, Shares of a day).
 */
export const tellUsedUp = (ctx: Ctx, days: Day[]): Write[] =>
  days.flatMap((day) =>
    stepsOf(ctx, day)
      .filter((step) => isNew(day, step))
      .flatMap((step) => tell(ctx, day, step)),
  )

function stepsOf(ctx: Ctx, day: Day): Step[] {
  const dailyMax = sharesOf(ctx, day.channel).all
  if (day.counted >= dailyMax) return ['ALL']
  const steps: Record<Exclude<Step, 'ALL'>, boolean> = {
    MOST: day.counted >= dailyMax * WARNED_AT,
    NEWCOMERS: day.newcomers_left <= 0,
    NOTICES: day.notices_left <= 0,
  }
  return STEPS.filter((step) => step !== 'ALL' && steps[step])
}

const isNew = (day: Day, step: Step) => !day.told.split(',').includes(keyOf(day, step))

function tell(ctx: Ctx, day: Day, step: Step): Write[] {
  const key = keyOf(day, step)
  const marked = countTry(ctx, { key, max: 1, windowMs: day.until - ctx.now })
  // A day that is used up at once gets its incident too.
  if (step === 'MOST' || (step === 'ALL' && isNew(day, 'MOST')))
    return [openIncident(ctx, faultOf(ctx, day, step)), marked]
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM attempts a WHERE a.key = ${key})`
  return [mailAll(ctx, sql`${ADMINS_IN_OFFICE} AND ${isFirst}`, messagesUsedUp, { channel: day.channel, step }), marked]
}

function faultOf(ctx: Ctx, day: Day, step: 'MOST' | 'ALL') {
  const [what, variable] = day.channel === 'SMS' ? ['SMS', 'SMS_DAILY_MAX'] : ['e-mails', 'MAIL_DAILY_MAX']
  const { all } = sharesOf(ctx, day.channel)
  return {
    type: 'PLATFORM' as const,
    ref: refOf(day.channel === 'SMS' ? SMS_USED_UP : MAILS_USED_UP, String(day.until)),
    severity: step === 'ALL' ? 'HIGH' : 'MEDIUM',
    title: step === 'ALL' ? `Les ${what} du jour sont épuisés` : `80 % des ${what} du jour sont partis`,
    description: `${day.counted} ${what} sur ${all} (${variable}) sont partis en moins de 24 heures. Au bout, les codes sont refusés et les avis ne partent plus ainsi.`,
  } as const
}
