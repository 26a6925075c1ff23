import { issueToken, type TokenPurpose } from '../../../src/domain/core/codes/token.ts'
import { commit } from '../../../src/domain/core/commit.ts'
import { isPassword } from '../../../src/domain/people/passwords/hash.ts'
import { NOW, type TestDomain } from '../../in-node/domain.ts'

export const PASSWORD = 'Kivu-2026-marche'
export const NEW_PASSWORD = 'Un-tout-autre-mot-7'
export const EMAIL = 'buyer@soko.test'
/** An address that nobody has. */
export const STRANGER = 'stranger@soko.test'

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

/** A token of each of these purposes, waiting for the person. */
export async function addTokens({ ctx }: TestDomain, userId: string, ...purposes: TokenPurpose[]): Promise<void> {
  for (const purpose of purposes) {
    await commit(ctx, (await issueToken(ctx, { purpose, userId, ttlMs: 1000 })).writes)
  }
}
/** The purposes of the tokens of a person that still open something. */
export const openTokens = ({ rows }: TestDomain, userId: string) =>
  rows('SELECT purpose FROM one_time_tokens WHERE user_id = ? AND consumed_at IS NULL ORDER BY purpose', userId).map(
    ({ purpose }) => purpose,
  )

/** What is written to this address, the oldest first. */
export const mailsTo = ({ rows }: TestDomain, email: string) =>
  rows<Record<'channel' | 'kind' | 'subject' | 'body' | 'status', string>>(
    'SELECT channel, kind, subject, body, status FROM outbox WHERE recipient = ? ORDER BY rowid',
    email,
  )

/** Whether this password opens the account now. */
export async function opens({ ctx, row }: TestDomain, userId: string, password: string): Promise<boolean> {
  const hash = row<{ password_hash: string | null }>('SELECT password_hash FROM users WHERE id = ?', userId)
  return isPassword(ctx, password, hash?.password_hash)
}
