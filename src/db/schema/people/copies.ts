import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json, updatedAt } from '#db/columns.ts'
import { users } from '../core/users.ts'

export const COPY_STATUSES = ['PENDING', 'READY', 'EXPIRED', 'FAILED'] as const

/** The place that is read next, the number of its files so far, and its last row that was read. */
export type CopyCursor = { place: number; file: number; after?: (string | number)[] }

/** Copies of their data that people asked for, and the progress of the archive of each. */
export const dataCopies = sqliteTable(
  'data_copies',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: COPY_STATUSES }).notNull().default('PENDING'),
    cursor: json<CopyCursor>('cursor').notNull().default({ place: 0, file: 0 }),
    /** Parts of the archive in R2 so far, their bytes, and the files in them. */
    parts: integer('parts').notNull().default(0),
    bytes: integer('bytes').notNull().default(0),
    entries: integer('entries').notNull().default(0),
    /** Failed turns of its job in a row. */
    failures: integer('failures').notNull().default(0),
    /** The end of the turn of the run that works at it; 0 if none does. */
    turnEndsAt: integer('turn_ends_at').notNull().default(0),
    /** The end of its address; null until it is ready. */
    expiresAt: instant('expires_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('data_copies_user').on(t.userId),
    index('data_copies_pending').on(t.updatedAt).where(sql`status = 'PENDING'`),
    index('data_copies_ready').on(t.expiresAt).where(sql`status = 'READY'`),
  ],
)
