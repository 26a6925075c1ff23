import * as z from 'zod'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/**
 * A password that somebody chooses: 8 to 128 characters, and not one that everybody tries first (docs/accounts.md, Passwords), in
 * whatever letters: a hash is of the NFKC form, so a wide `ｍ` opens like an `m`.
 */
export const newPassword = z
  .string()
  .min(8)
  .max(128)
  .refine((password) => !COMMON_PASSWORDS.has(password.normalize('NFKC').toLowerCase()), {
    error: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  })
