import { type SQL, sql } from 'drizzle-orm'
import { isCode } from '#db/schema/core/outbox.ts'

/** FROM and WHERE of the codes that are not sent yet, by an index that has only them. */
export const waitingCodes = (): SQL => sql`FROM outbox WHERE status = 'PENDING' AND ${isCode}`
