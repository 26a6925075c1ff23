import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '#db/columns.ts'
import { ROLES } from '#kernel/roles.ts'
import { incidents } from './incidents.ts'
import { users } from './users.ts'

const incidentId = () =>
  text('incident_id')
    .notNull()
    .references(() => incidents.id)

/** Readers of an incident beside staff: its opener, the buyer and the seller of its order. An incident of the service itself has none. */
export const incidentParties = sqliteTable(
  'incident_parties',
  {
    incidentId: incidentId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The part of the person in its order, or else the role they had. */
    part: text('part', { enum: ROLES }).notNull(),
    /** The time at which the incident was opened, by which the person's list is sorted. */
    openedAt: integer('opened_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'incident_parties_pk', columns: [t.incidentId, t.userId] }),
    index('incident_parties_mine').on(t.userId, t.openedAt, t.incidentId),
  ],
)

/** Updates of parties and staff on an incident. They are never deleted; the text is erased with the author's account. */
export const incidentUpdates = sqliteTable(
  'incident_updates',
  {
    id: id(),
    incidentId: incidentId(),
    authorId: text('author_id').notNull(),
    authorRole: text('author_role', { enum: ROLES }).notNull(),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('incident_updates_incident').on(t.incidentId, t.createdAt, t.id),
    index('incident_updates_author').on(t.authorId),
  ],
)
