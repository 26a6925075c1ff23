import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ROLES } from '../../../kernel/roles.ts'
import { createdAt, id } from '../../columns.ts'
import { incidents } from './incidents.ts'
import { users } from './users.ts'

const incidentId = () =>
  text('incident_id')
    .notNull()
    .references(() => incidents.id)

/** Who reads an incident beside staff: whoever opened it, the buyer and the seller of its order. One of the service's own has nobody. */
export const incidentParties = sqliteTable(
  'incident_parties',
  {
    incidentId: incidentId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** What they are in it: of its order, or else the role they had. */
    part: text('part', { enum: ROLES }).notNull(),
    /** When the incident was opened: what their list is sorted by. */
    openedAt: integer('opened_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'incident_parties_pk', columns: [t.incidentId, t.userId] }),
    index('incident_parties_mine').on(t.userId, t.openedAt, t.incidentId),
  ],
)

/** What parties and staff wrote to an incident. It never goes; its text goes with its author's account. */
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
