import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { alerts } from '#db/schema/core/alerts.ts'
import type { incidents } from '#db/schema/core/incidents.ts'
import type { Ctx } from '../context.ts'

type Kind = (typeof alerts.$inferSelect)['kind']
type Incident = Pick<typeof incidents.$inferSelect, 'id' | 'severity' | 'title'>

const SEVERITY: Record<Incident['severity'], string> = {
  LOW: 'léger',
  MEDIUM: 'moyen',
  HIGH: 'grave',
  CRITICAL: 'critique',
}

/**
 * Writes one line for the webhook, which the next tick sends (docs/operating.md).
 * @param text French and nothing personal; it may read columns of `from`
 */
export const writeAlert = (ctx: Ctx, kind: Kind, text: SQL, from: SQL): Write =>
  ctx.db.run(sql`
    INSERT INTO alerts (id, kind, text, status, attempts, next_at, created_at)
    SELECT ${ctx.ids.v7()}, ${kind}, ${text}, 'PENDING', 0, ${ctx.now}, ${ctx.now} ${from}`)

/** Tells the webhook of an incident, if it was opened: its number and title, and the address of the page. */
export const alertOfIncident = (ctx: Ctx, { id, severity, title }: Incident): Write =>
  writeAlert(
    ctx,
    'INCIDENT',
    sql`'Incident ' || i.number || ${` (${SEVERITY[severity]}) : ${title}. ${ctx.settings.publicBaseUrl}/office#/incidents`}`,
    sql`FROM incidents i WHERE i.id = ${id}`,
  )
