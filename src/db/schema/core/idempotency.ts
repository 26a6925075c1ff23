import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, instant } from '#db/columns.ts'

/** Answers to POSTs with an Idempotency-Key, for 24 hours. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** User and operation. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The request that has the key: each request draws its own claim. */
    claim: text('claim').notNull().default(''),
    /** The last commit of that request: each commit draws its own id. */
    lastCommit: text('last_commit'),
    /** Set inside the operation's own commit: after that a retry never runs it again. */
    committedAt: instant('committed_at'),
    status: integer('status'),
    response: text('response'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
)
