import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, failureOf, guard } from '#db/guard.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { tooEarlyFor } from '#domain/core/incidents/matter.ts'
import { fail } from '#kernel/failure.ts'
import { type Role, STAFF } from '#kernel/roles.ts'
import { matterOf } from './matters.ts'

const MATTER_NOT_OVER = guard('MATTER_NOT_OVER', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Ce que cet incident signale n'est pas fini : il reste ouvert jusque-là.",
})

type EndOfIncident = { ref: string; openedBy: string | null }
type Word = 'resolve' | 'dismiss'

/**
 * The end of an incident, and the roles that may end it by a decision: staff if a person opened it; if the service did, those of its kind.
 */
export function endingOf(incident: EndOfIncident): { ends: string | null; resolvedBy: Role[]; dismissedBy: Role[] } {
  const matter = matterOf(incident)
  if (!matter) return { ends: null, resolvedBy: [...STAFF], dismissedBy: [...STAFF] }
  const { ends, isMoney, word } = matter
  const resolvedBy = [...(word?.roles ?? [])]
  return { ends, resolvedBy, dismissedBy: isMoney ? [] : resolvedBy }
}

const allowedFor = (word: Word, incident: EndOfIncident): Role[] =>
  word === 'resolve' ? endingOf(incident).resolvedBy : endingOf(incident).dismissedBy

/**
 * Refuses a decision that may not end the incident (docs/states.md, Incident). The service tells of a fault once: an incident that ended
 * before its matter would hide it.
 * @throws 403 if another role may; 409 INVALID_TRANSITION if nobody may
 */
export function requireWord(actor: Actor, incident: EndOfIncident, word: Word): void {
  if (allowedFor(word, incident).includes(actor.role)) return
  const { ends, resolvedBy } = endingOf(incident)
  if (actor.role !== 'ADMIN')
    fail('FORBIDDEN', { message: `Cet incident n'est pas à clore par vous. ${ends ?? ''}`.trim() })
  const message = resolvedBy.includes('ADMIN')
    ? `Un incident d'argent ne se classe pas sans suite : résolvez-le, avec une note. ${ends}`
    : `Cet incident se clôt de lui-même, pas d'un mot. ${ends}`
  throw failureOf({ ...MATTER_NOT_OVER, message })
}

/** Aborts a decision that comes too early for the kind of incident. */
export function unlessTooEarly(ctx: Ctx, { id, ref, openedBy }: EndOfIncident & { id: string }): Write[] {
  const matter = matterOf({ ref, openedBy })
  const tooEarly = matter && tooEarlyFor(matter)
  if (!tooEarly) return []
  return [
    abortWhen(
      ctx.db,
      MATTER_NOT_OVER,
      sql`EXISTS (SELECT 1 FROM incidents i WHERE i.id = ${id} AND ${sql.raw(tooEarly)})`,
    ),
  ]
}
