import { users } from '#db/schema/core/users.ts'
import { newUser } from '#domain/people/accounts/new-user.ts'
import { hashPassword } from '#domain/people/passwords/hash.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import type { Random } from '#testing/random.ts'
import { Device } from './device.ts'

/** A person's purpose: how they get in, and whether the attackers know their address. */
export type Kind = keyof typeof SHARES

/** A hundred people with an account, by how they come. */
const SHARES = {
  session: 53,
  password: 20,
  code: 12,
  newPhonePassword: 5,
  newPhoneCode: 3,
  /** People who come back every ten minutes, while somebody guesses at their account from the same address. */
  attackedPassword: 3,
  attackedCode: 2,
  /** People who bought a phone while machines at other addresses guess at their account. */
  newPhoneAttacked: 2,
} as const

export type Person = {
  kind: Kind | 'new'
  email: string
  phone: string
  /** Number that they pay from: it waits until they approve. */
  payer: string
  device: Device
}

export const PASSWORD = 'Kivu-2026-marche'
export const isNewPhone = (kind: Person['kind']) => kind.startsWith('newPhone')

/** People with an account, who signed in at home before, and those who have none yet. */
export async function settle(random: Random, { people, newcomers }: { people: number; newcomers: number }) {
  const ctx = contextNow()
  // The record of the password says its own cost, so that a sign-in with it is quick.
  const passwordHash = await hashPassword({ ...ctx, settings: { ...ctx.settings, passwordCost: 2 } }, PASSWORD)
  const settled: Person[] = []
  for (let i = 0; i < people - newcomers; i++) {
    const kind = random.weighted(SHARES)
    const email = `habitant-${i}@carrier.example`
    const phone = `24381${String(i).padStart(7, '0')}`
    const name = `Habitant ${i}`
    const user = newUser(ctx, { name, email, role: 'BUYER', phone, passwordHash, emailVerifiedAt: ctx.now })
    await ctx.db.insert(users).values({ ...user, phoneVerifiedAt: ctx.now })
    const device = new Device(random.chance(0.5))
    if (!isNewPhone(kind)) await signInAtHome(device, email, kind)
    settled.push({ kind, email, phone, payer: `24399${String(i).padStart(4, '0')}555`, device })
  }
  const others = Array.from(
    { length: newcomers },
    (_, i): Person => ({
      kind: 'new',
      email: `arrivant-${i}@carrier.example`,
      phone: `24399${String(i).padStart(7, '0')}`,
      payer: `24397${String(i).padStart(4, '0')}555`,
      device: new Device(random.chance(0.5)),
    }),
  )
  return { settled, others }
}

async function signInAtHome(device: Device, email: string, kind: Kind): Promise<void> {
  device.address = null
  const { status, message } = await device.send('POST', '/auth/login/password', { email, password: PASSWORD })
  if (status !== 200) throw new Error(`nobody signs in at home: ${status} ${message}`)
  if (kind !== 'session') {
    await device.send('POST', '/auth/logout', device.refreshToken ? { refreshToken: device.refreshToken } : {})
    device.forgetSession()
  }
  device.address = undefined
}
