import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { formatMoney } from '#kernel/format.ts'
import { DAY_MS } from '#kernel/time.ts'
import { DECIDED } from '../matters.ts'
import { type AttemptOutcome, OUTCOME_WORDS } from '../notices.ts'

/** Columns of an attempt that people decide by hand: its gateway is asked from tomorrow on, until it says the same. */
export const byHand = ({ now }: Ctx) => ({ decidedAt: now, agreedAt: null, nextCheckAt: now + DAY_MS })

const NO_INCIDENT_YET = guard('NO_INCIDENT_YET', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message:
    "L'opérateur n'a pas encore de réponse claire, et aucun incident n'existe pour ce mouvement : on ne décide à la main qu'ensuite (6 heures après l'envoi d'un versement, 24 heures après celui d'un paiement).",
})

/**
 * Incidents about the verdict of the attempt `id`: refs with the id at their end, and refs that go on with an answer, a version or a day.
 */
const OF_ONE_NAME = ['silent', 'untraced', 'several', 'amount']
const OF_SEVERAL = ['contradiction', 'stranger', 'night', 'decided']

/** Refuses a decision by hand on an attempt without an incident that says that its gateway leaves it open. @throws 409 */
export function requireIncident(ctx: Ctx, { id }: GatewayTransaction): Write {
  const named = sql.join(
    OF_ONE_NAME.map((name) => sql`${`${name}:${id}`}`),
    sql`, `,
  )
  const begun = OF_SEVERAL.map((name) => sql`i.ref > ${`${name}:${id}:`} AND i.ref < ${`${name}:${id};`}`)
  return abortWhen(
    ctx.db,
    NO_INCIDENT_YET,
    sql`NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${id} AND g.status = 'pending' AND g.reported_at IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref IN (${named}) OR ${sql.join(begun, sql` OR `)})`,
  )
}

/** Tells all ADMINs of a decision by hand, by an incident that ends by itself if the gateway says the same. */
export const tellDecided = (ctx: Ctx, tx: GatewayTransaction, outcome: AttemptOutcome, note: string): Write =>
  openIncident(ctx, {
    ref: refOf(DECIDED, `${tx.id}:${tx.version}`),
    severity: 'HIGH',
    title: 'Mouvement décidé à la main',
    description: `${actorOf(ctx).email} a noté ${formatMoney(tx)} (${tx.reference}) comme ${OUTCOME_WORDS[outcome].fr} : ${note} L'opérateur est interrogé chaque jour pendant 30 jours ; l'incident se clôt de lui-même quand il dit la même chose.`,
  })
