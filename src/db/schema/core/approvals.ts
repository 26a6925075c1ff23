import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json } from '#db/columns.ts'
import { users } from './users.ts'

/** Acts of an administrator that have no row of their own and wait for the code that was mailed to them. */
export const pendingApprovals = sqliteTable(
  'pending_approvals',
  {
    id: id(),
    purpose: text('purpose').notNull(),
    /** The thing that is decided about: an attempt, a refund, a seller. */
    subjectId: text('subject_id').notNull(),
    requestedBy: text('requested_by')
      .notNull()
      .references(() => users.id),
    /** Everything that the code approves, the state of the thing among it. */
    terms: json<(string | number | null)[]>('terms').notNull(),
    /** The request that is carried out once the code is right. */
    input: json<Record<string, string | number | null>>('input').notNull(),
    expiresAt: integer('expires_at').notNull(),
    endedBy: text('ended_by', { enum: ['APPROVED', 'REPLACED', 'EXPIRED', 'TOO_MANY_CODES'] }),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('pending_approvals_live').on(t.requestedBy, t.purpose).where(sql`ended_at IS NULL`),
    index('pending_approvals_requester').on(t.requestedBy),
    index('pending_approvals_expiry').on(t.expiresAt),
  ],
)
