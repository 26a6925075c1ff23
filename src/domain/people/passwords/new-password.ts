import * as z from 'zod'
import { isCommon, isOfService, isRepeated } from './weak.ts'

/**
 * A new password: 8 to 128 characters, and none that others would try first (docs/accounts.md, Passwords). `hashChosen` compares it with
 * the person's name, addresses and number.
 */
export const newPassword = z
  .string()
  .min(8, { abort: true })
  .max(128, { abort: true })
  .refine((password) => !isRepeated(password), {
    abort: true,
    error: 'Ce mot de passe répète un seul signe. Choisissez-en un autre.',
  })
  .refine((password) => !isOfService(password), {
    abort: true,
    error: 'Ce mot de passe est fait de mots que tout le monde essaie ici. Choisissez-en un autre.',
  })
  .refine((password) => !isCommon(password), {
    error: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  })
