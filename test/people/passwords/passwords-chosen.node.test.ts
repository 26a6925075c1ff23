import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newPassword } from '#domain/people/passwords/new-password.ts'

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

  it('may hold a common one and more', () => {
    for (const own of ['motdepasse-de-kivu', '12345678 123456789']) expect(isTaken(own), own).toBe(true)
  })

  it('is none of the 10,000 commonest, however a letter of it is written', () => {
    const common =
      `qwerty123 password1 iloveyou2 iloveyou1 azertyuiop jesus123 01012001 1qaz2wsx football1 trustno1 princess1 sunshine
      superman michelle jennifer rounders slayer69 bologna1 jasmine2 P@ssw0rd passw0rd m0tdep@sse jetaime1 monamour`.split(
        /\s+/,
      )
    expect(common.filter(isTaken)).toEqual([])
  })

  it('is neither one sign nor made of the service and a few digits', () => {
    const weak = [
      '        ',
      'aaaaaaaa',
      'AaAaAaAa',
      '٠٠٠٠٠٠٠٠',
      'soko1234',
      'Soko2026',
      'S0k0-2026',
      'mobilemoney',
      'M-Pesa 2026',
    ]
    expect([...weak, 'Orange Money!', 'Kinshasa1', 'rwanda-2026'].filter(isTaken)).toEqual([])
  })

  it('is anything else', () => {
    const good =
      `Demo-2026-marche cheval-pile-agrafe kx7#pq2m Virunga-2026-volcan 7391857392 soko83920174 goma-lac-rouge
      Une-autre-2026 le-sokobanque`.split(/\s+/)
    expect(good.filter((password) => !isTaken(password))).toEqual([])
  })

  it('is hashed in one place, where the person is known', () => {
    const users = globSync('src/**/*.ts').filter((path) => /\bhashPassword\b/.test(readFileSync(path, 'utf8')))
    expect(users.toSorted()).toEqual(['choose', 'hash'].map((name) => `src/domain/people/passwords/${name}.ts`))
  })
})
