import { NOW, type TestDomain } from './domain.ts'

/** Device that somebody signs in from. */
export const DEVICE = { clientType: 'MOBILE', deviceName: 'Tecno', ipAddress: null } as const

/** A session of a person that can still be used. */
export function addSession(
  { add }: TestDomain,
  id: string,
  userId = 'buyer',
  facts: Record<string, unknown> = {},
): void {
  const times = { rotated_at: NOW, created_at: NOW, last_used_at: NOW, expires_at: NOW + 1000, ends_at: NOW + 1000 }
  add('sessions', { id, user_id: userId, client_type: 'MOBILE', ...times, ...facts })
}
export const sessionOf = ({ row }: TestDomain, id: string) =>
  row('SELECT revoked_at, revoke_reason FROM sessions WHERE id = ?', id)
export const LIVE = { revoked_at: null, revoke_reason: null }
