import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, updatedAt, version } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { users } from '../core/users.ts'

export const REPORT_TYPES = ['PRODUCT', 'SHOP'] as const
export const REPORT_REASONS = ['COUNTERFEIT', 'PROHIBITED', 'MISLEADING', 'OFFENSIVE', 'SPAM', 'OTHER'] as const
export const REPORT_STATUSES = ['OPEN', 'ACTIONED', 'DISMISSED'] as const

/** Reports to staff about products and shops. A person has one open report of one thing. */
export const reports = sqliteTable(
  'reports',
  {
    id: id(),
    type: text('type', { enum: REPORT_TYPES }).notNull(),
    targetId: text('target_id').notNull(),
    reporterId: text('reporter_id')
      .notNull()
      .references(() => users.id),
    reasonCode: text('reason_code', { enum: REPORT_REASONS }).notNull(),
    comment: text('comment'),
    status: text('status', { enum: REPORT_STATUSES }).notNull().default('OPEN'),
    /** The note of staff about their decision. */
    note: text('note'),
    resolvedAt: instant('resolved_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('reports_open').on(t.reporterId, t.targetId).where(sql`status = 'OPEN'`),
    index('reports_reporter').on(t.reporterId, t.createdAt),
    index('reports_newest').on(t.createdAt, t.id),
    index('reports_type_newest').on(t.type, t.createdAt, t.id),
    index('reports_status_newest').on(t.status, t.createdAt, t.id),
    index('reports_type_status_newest').on(t.type, t.status, t.createdAt, t.id),
  ],
)

uniqueKey([reports.reporterId, reports.targetId], 'Vous avez déjà signalé ceci : votre signalement est ouvert.')
