import { sql } from 'drizzle-orm'
import { writeTogether } from '../../../db/commit.ts'
import type { Ctx } from '../context.ts'
import { openIncident } from '../incidents/open.ts'
import { withCompanions } from './outbox.ts'
import { ALL_SMS } from './sms.ts'

const refOf = (until: number) => `sms:${until}`

/** Until when no SMS goes out, where the day's are used up and nobody was told. */
export const smsUsedUp = (ctx: Ctx) =>
  ctx.db.all<{ until: number }>(sql`
    SELECT a.window_ends_at AS until FROM attempts a
    WHERE a.key = ${ALL_SMS} AND a.count >= ${ctx.settings.sms.dailyMax} AND a.window_ends_at > ${ctx.now}
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref = 'sms:' || a.window_ends_at)`)

/** Opens the incident of a day whose SMS are used up, once: notices go by mail, and codes by SMS are refused until then. */
export async function tellSmsUsedUp(ctx: Ctx, until: number): Promise<void> {
  const { dailyMax } = ctx.settings.sms
  const fault = {
    ref: refOf(until),
    severity: 'HIGH',
    title: 'Les SMS du jour sont épuisés',
    description: `${dailyMax} SMS sont partis en 24 heures (SMS_DAILY_MAX). Les avis partent par e-mail seulement, et les codes par SMS sont refusés.`,
  } as const
  await writeTogether({ db: ctx.db, now: ctx.now }, withCompanions([openIncident(ctx, fault)]))
}
