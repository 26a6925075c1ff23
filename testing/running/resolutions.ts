import { call, codeAfter, mustCall } from './call.ts'
import type { Person } from './people.ts'
import type { RunningService } from './start.ts'

export type Asked = { admin: Person; pendingId: string; code: string }

/** A decision by hand that waits for its code: an incident is about the movement, which its gateway leaves open. */
export async function askedDecision(
  service: RunningService,
  admin: Person,
  path: string,
  movementId: string,
  outcome: 'succeeded' | 'failed',
): Promise<Asked> {
  const id = crypto.randomUUID()
  await service.sql(
    `INSERT OR IGNORE INTO incidents (id, type, ref, severity, title, description, created_at, updated_at)
     VALUES (?, 'PAYMENT', ?, 'HIGH', 'Mouvement sans verdict', 'Attend.', ?, ?)`,
    ...[id, `silent:${movementId}`, Date.now(), Date.now()],
  )
  await service.sql(
    `INSERT INTO history (thing_id, version, thing, event, to_status, caller, at)
     SELECT id, 1, 'incident', 'open', 'OPEN', 'cron', ? FROM incidents WHERE id = ?`,
    ...[Date.now(), id],
  )
  let pendingId = ''
  const code = await codeAfter(service, admin.email, async () => {
    pendingId = (await mustCall(service, admin, 'POST', path, { outcome, note: 'Vu sur le relevé' })).pendingId
  })
  return { admin, pendingId, code }
}

/** Two administrators who are about to decide the same movement, one this way and one the other. */
export const askedByTwo = async (
  service: RunningService,
  admins: [Person, Person],
  path: string,
  movementId: string,
): Promise<[Asked, Asked]> => [
  await askedDecision(service, admins[0], path, movementId, 'succeeded'),
  await askedDecision(service, admins[1], path, movementId, 'failed'),
]

export const typeCode = (service: RunningService, path: string, { admin, pendingId, code }: Asked) =>
  call(service, admin, 'POST', path, { pendingId, code })
