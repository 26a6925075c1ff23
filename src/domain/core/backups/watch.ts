import { asc, desc, isNotNull } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { backups } from '#db/schema/core/backups.ts'
import { STAFF } from '#kernel/roles.ts'
import { HOUR_MS, iso } from '#kernel/time.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'
import { matter, refOf } from '../incidents/matter.ts'
import { openIncident } from '../incidents/open.ts'

/** By the time of the last backup. */
export const NO_BACKUP = matter({
  ...{ name: 'backup', isMoney: false, word: { roles: STAFF } },
  ends: "Se clôt quand une sauvegarde est achevée, ou quand l'équipe en décide.",
  lasts: (key) => `coalesce((
    SELECT b.finished_at FROM backups b WHERE b.finished_at IS NOT NULL ORDER BY b.started_at DESC LIMIT 1), 0) <= CAST(${key} AS INTEGER)`,
})

/** A night and what a long backup takes. */
const LATE_MS = 26 * HOUR_MS

/** Opens one incident if no backup was finished for 26 hours; it lasts until the next is finished. */
export async function watchBackups(ctx: Ctx): Promise<void> {
  const [[last], [first]] = await readTogether(
    ctx.db,
    ctx.db
      .select({ at: backups.finishedAt })
      .from(backups)
      .where(isNotNull(backups.finishedAt))
      .orderBy(desc(backups.startedAt))
      .limit(1),
    ctx.db.select({ at: backups.startedAt }).from(backups).orderBy(asc(backups.startedAt)).limit(1),
  )
  const since = last?.at ?? first?.at
  if (since === undefined || ctx.now - since <= LATE_MS) return
  const description = last?.at
    ? `La dernière sauvegarde achevée date du ${iso(last.at)}.`
    : `La première, commencée le ${iso(since)}, n'est pas achevée.`
  await commit(ctx, [
    openIncident(ctx, {
      type: 'PLATFORM',
      ref: refOf(NO_BACKUP, String(since)),
      severity: 'HIGH',
      title: 'Aucune sauvegarde depuis plus de 26 heures',
      description: `${description} Voyez docs/restore.md.`,
    }),
  ])
}
