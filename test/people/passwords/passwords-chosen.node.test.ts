import { describe, expect, it } from 'vitest'
import { newPassword } from '../../../src/domain/people/passwords/new-password.ts'

const isTaken = (password: string) => newPassword.safeParse(password).success

describe('a password that somebody chooses', () => {
  it('has 8 to 128 characters', () => {
    expect([7, 8, 128, 129].map((length) => isTaken('Zk'.repeat(65).slice(0, length)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(newPassword.parse('Kivu-2026 marché')).toBe('Kivu-2026 marché')
  })

  it('is not one that everybody tries first, in capitals, small or wide letters', () => {
    for (const common of [
      '12345678',
      'motdepasse',
      'MotDePasse',
      'ｍｏｔｄｅｐａｓｓｅ',
      'Ｍｏｔdepasse',
      'AZERTYUIOP',
      'password123',
      'kinshasa243',
      'mercijesus',
    ])
      expect(isTaken(common), common).toBe(false)
    expect(newPassword.safeParse('12345678').error?.issues).toMatchObject([
      { message: 'Ce mot de passe est trop courant. Choisissez-en un autre.' },
    ])
  })

  it('may hold a common one and more, or one with blanks', () => {
    for (const own of ['motdepasse-de-kivu', '12345678 123456789', '        ']) expect(isTaken(own), own).toBe(true)
  })
})
