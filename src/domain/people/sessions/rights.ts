import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { Rights } from './tokens.ts'

export type RightsRow = Omit<Rights, 'hasSecondFactor'> & { hasSecondFactor: number }

/** The columns of a person's rights in a session: a statement that reads `sessions` and `users` shows them beside its own. */
export const RIGHTS = sql.raw(`users.role AS role,
  (SELECT sp.id FROM seller_profiles sp WHERE sp.user_id = users.id) AS sellerProfileId,
  (SELECT r.id FROM riders r WHERE r.user_id = users.id) AS riderId,
  users.role IN ('ADMIN', 'ACCOUNTANT', 'SUPPORT') AND sessions.has_second_factor AND (
    EXISTS (SELECT 1 FROM totp t WHERE t.user_id = users.id AND t.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = users.id)) AS hasSecondFactor`)

/** Reads the rights of a session, in the commit that opens it. */
export const selectRights = (db: Db, sessionId: string) =>
  db.all<RightsRow>(
    sql`SELECT ${RIGHTS} FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.id = ${sessionId}`,
  )

export const rightsOf = ({ role, sellerProfileId, riderId, hasSecondFactor }: RightsRow): Rights => ({
  role,
  sellerProfileId,
  riderId,
  hasSecondFactor: hasSecondFactor === 1,
})
