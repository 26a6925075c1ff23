import { databaseBytes } from '#db/client.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { matter, refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { STAFF } from '#kernel/roles.ts'

/** The kind of these incidents; the key is the share in percent. */
export const DATABASE_FULL = matter({
  ...{ name: 'database', isMoney: false, word: { roles: STAFF } },
  ends: "L'équipe dit ce qui a été fait : voyez docs/operating.md.",
})

/** Most bytes of one D1 database, a limit of Cloudflare. */
export const DATABASE_LIMIT_BYTES = 10_000_000_000

/** Shares in percent; each opens an incident once. */
const SHARES = [70, 80, 90]

/** Opens an incident when the database is so full that its data must move out (docs/operating.md, Database full). */
export async function watchDatabase(ctx: Ctx): Promise<void> {
  const full = (await databaseBytes(ctx.db)) / DATABASE_LIMIT_BYTES
  const share = SHARES.findLast((each) => full * 100 >= each)
  if (share === undefined) return
  const incident = openIncident(ctx, {
    type: 'PLATFORM',
    ref: refOf(DATABASE_FULL, String(share)),
    severity: share === 70 ? 'HIGH' : 'CRITICAL',
    title: `La base de données est pleine à ${share} %`,
    description: `Elle a ${Math.floor(full * 100)} % de ce qu'elle peut contenir (10 Go) ; pleine, elle n'enregistre plus rien. Voyez GET /platform/health.`,
  })
  await commit(ctx, [incident])
}
