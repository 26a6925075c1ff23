import { hashPassword, isPassword } from '#domain/people/passwords/hash.ts'
import type { TestDomain } from './domain.ts'

export const PASSWORD = 'Kivu-2026-marche'
export const NEW_PASSWORD = 'Un-tout-autre-mot-7'

/** From now on everybody has this password. */
export async function setPasswords({ ctx, run }: TestDomain, password = PASSWORD): Promise<void> {
  run('UPDATE users SET password_hash = ?', await hashPassword(ctx, password))
}

/** Whether this password opens the account now. */
export async function opens({ ctx, row }: TestDomain, userId: string, password: string): Promise<boolean> {
  const hash = row<{ password_hash: string | null }>('SELECT password_hash FROM users WHERE id = ?', userId)
  return isPassword(ctx, password, hash?.password_hash)
}
