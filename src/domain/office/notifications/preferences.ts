import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { notificationPreferences } from '#db/schema/core/notifications.ts'
import { users } from '#db/schema/core/users.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { CHANNELS, GROUPS, isOnAtFirst } from '#domain/core/notices/groups.ts'
import { fail } from '#kernel/failure.ts'
import { LOCALES } from '#kernel/format.ts'

const each = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>

const Switches = z
  .object({
    ...each(CHANNELS, () => z.boolean()),
    sms: z.boolean().meta({
      description:
        `false tant que rien n'est choisi, et les SMS de commande partent quand même : renvoyer ce false les arrête.
        N'envoyez que ce que la personne change.`.replace(/\s+/g, ' '),
    }),
  })
  .meta({ id: 'NotificationChannels' })
const Change = z.strictObject(each(CHANNELS, () => z.boolean())).partial()
const locale = z.enum(LOCALES)

export const PreferencesView = z
  .object({ ...each(GROUPS, () => Switches), locale })
  .meta({ id: 'NotificationPreferences' })
export const SetPreferences = z.strictObject({ ...each(GROUPS, () => Change), locale }).partial()

type Choices = Record<string, Record<string, boolean>>

const selectChoices = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ locale: users.locale, choices: notificationPreferences.choices })
    .from(users)
    .leftJoin(notificationPreferences, sql`${notificationPreferences.userId} = ${users.id}`)
    .where(sql`${users.id} = ${id}`)

type PreferenceRow = { locale: (typeof LOCALES)[number]; choices: Choices | null } | undefined

const viewPreferences = (chosen: PreferenceRow): z.output<typeof PreferencesView> => {
  const { locale, choices } = chosen ?? fail('UNAUTHORIZED')
  return {
    ...each(GROUPS, (group) => each(CHANNELS, (channel) => choices?.[group]?.[channel] ?? isOnAtFirst(group, channel))),
    locale,
  }
}

/** Shows the person's choices: groups of notices, their channels, and the language (docs/conventions.md, Notifications). */
export async function showPreferences(ctx: Ctx) {
  const [chosen] = await selectChoices(ctx, actorOf(ctx).id)
  return viewPreferences(chosen)
}

/**
 * Changes the given choices of the person and keeps the others, also those of a parallel change (docs/conventions.md, Notifications). The
 * language is the account's.
 */
export async function setPreferences(ctx: Ctx, { locale, ...groups }: z.output<typeof SetPreferences>) {
  const { id } = actorOf(ctx)
  const writes = [
    ...(Object.keys(groups).length === 0
      ? []
      : [
          ctx.db.run(sql`
            INSERT INTO notification_preferences (user_id, choices, updated_at) VALUES (${id}, ${JSON.stringify(groups)}, ${ctx.now})
            ON CONFLICT (user_id) DO UPDATE
            SET choices = json_patch(choices, excluded.choices), updated_at = excluded.updated_at`),
        ]),
    ...(locale === undefined
      ? []
      : [ctx.db.update(users).set({ locale, updatedAt: ctx.now }).where(sql`${users.id} = ${id}`)]),
  ]
  const [[chosen]] = await commit(ctx, [...withinEdits(ctx), ...writes], selectChoices(ctx, id))
  return viewPreferences(chosen)
}
