import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, failureOf, guard } from '../../../db/guard.ts'
import { fail } from '../../../kernel/failure.ts'
import { type Role, STAFF } from '../../../kernel/roles.ts'
import type { Actor, Ctx } from '../../core/context.ts'
import { tooEarlyFor } from '../../core/incidents/matter.ts'
import { matterOf } from './matters.ts'

const MATTER_NOT_OVER = guard('MATTER_NOT_OVER', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Ce que cet incident signale n'est pas fini : il reste ouvert jusque-là.",
})

type Ended = { ref: string; openedBy: string | null }
type Word = 'resolve' | 'dismiss'

/** What ends an incident, and who may end it by a word: what people open, staff; what the service opened, as its kind says. */
export function endingOf(incident: Ended): { ends: string | null; resolvedBy: Role[]; dismissedBy: Role[] } {
  const matter = matterOf(incident)
  if (!matter) return { ends: null, resolvedBy: [...STAFF], dismissedBy: [...STAFF] }
  const { ends, isMoney, word } = matter
  const resolvedBy = [...(word?.roles ?? [])]
  return { ends, resolvedBy, dismissedBy: isMoney ? [] : resolvedBy }
}

const allowedFor = (word: Word, incident: Ended): Role[] =>
  word === 'resolve' ? endingOf(incident).resolvedBy : endingOf(incident).dismissedBy

/**
 * Whether somebody may end an incident by a word (docs/states.md, Incident). A fault is told once: one whose matter is not over
 * would be heard of by nobody again.
 * @throws 403 where it is not for their role; 409 INVALID_TRANSITION where it is for nobody, or not yet
 */
export function requireWord(actor: Actor, incident: Ended, word: Word): void {
  if (allowedFor(word, incident).includes(actor.role)) return
  const { ends, resolvedBy } = endingOf(incident)
  if (actor.role !== 'ADMIN')
    fail('FORBIDDEN', { message: `Cet incident n'est pas à clore par vous. ${ends ?? ''}`.trim() })
  const message = resolvedBy.includes('ADMIN')
    ? `Un incident d'argent ne se classe pas sans suite : résolvez-le, avec une note. ${ends}`
    : `Cet incident se clôt de lui-même, pas d'un mot. ${ends}`
  throw failureOf({ ...MATTER_NOT_OVER, message })
}

/** Holds in the commit what a person's word has to wait for. */
export function unlessTooEarly(ctx: Ctx, { id, ref, openedBy }: Ended & { id: string }): Write[] {
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
