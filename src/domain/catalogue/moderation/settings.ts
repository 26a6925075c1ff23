import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { MODERATION_MODES, moderationSettings } from '#db/schema/core/moderation.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'

export const SetModerationSettings = z.strictObject({ mode: z.enum(MODERATION_MODES) })
type Settings = z.output<typeof SetModerationSettings>

const selectSettings = (ctx: Ctx) =>
  ctx.db.select({ mode: moderationSettings.mode }).from(moderationSettings).where(eq(moderationSettings.id, 1))

const settingsOf = ([row]: Settings[]): Settings => row ?? { mode: 'POST' }

/** Shows whether products are moderated before or after they are on sale (docs/states.md, Moderation). */
export const showModerationSettings = async (ctx: Ctx) => settingsOf(await selectSettings(ctx))

/** The mode in words, for the mail to ADMINs. */
const WORDS: Record<Settings['mode'], Record<'fr' | 'en', string>> = {
  PRE: { fr: 'les produits sont modérés avant leur vente', en: 'products are moderated before they are on sale' },
  POST: {
    fr: 'les produits sont modérés après leur mise en vente',
    en: 'products are moderated once they are on sale',
  },
}

/** Sets the mode of products that become PENDING from now on; those that wait keep theirs. */
export async function setModerationSettings(ctx: Ctx, { mode }: Settings) {
  const [rows] = await commit(
    ctx,
    [
      ...staffAct(ctx, 'moderation.settings', 'moderation', { mode }, { act: 'SETTINGS', what: WORDS[mode] }),
      ctx.db
        .insert(moderationSettings)
        .values({ id: 1, mode, updatedAt: ctx.now })
        .onConflictDoUpdate({ target: moderationSettings.id, set: { mode: sql`excluded.mode`, updatedAt: ctx.now } }),
    ],
    selectSettings(ctx),
  )
  return settingsOf(rows)
}
