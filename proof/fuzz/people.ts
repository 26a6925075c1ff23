import { ROLES, type Role } from '#kernel/roles.ts'
import { codeAfter, mustCall } from '#testing/running/call.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../scripts/seed/people.ts'
import type { As, Operation } from './document.ts'
import type { Random } from './random.ts'
import { SpareAccounts, someoneNew, touchesAccount } from './spare-accounts.ts'

export type Person = {
  role: Role
  id: string
  email: string
  phone: string
  token: string
  refreshToken: string
  /** The password, if it is no longer the demo's. */
  password?: string
  /** The number a code was last asked for. */
  asked?: string
  /** Fields that the next request of an operation must repeat: the amount a code was sent for. */
  recall: Record<string, object>
}

let made = 0

/** Somebody of a role, over HTTP like anybody; staff are given their role by the database. */
export async function join(
  service: RunningService,
  role: Role,
  email = `${role.toLowerCase()}-${++made}@fuzz.test`,
): Promise<Person> {
  const open = role === 'SELLER' || role === 'RIDER' ? role : 'BUYER'
  const phone = `2439${String(70_000_000 + ++made * 1000 + 789)}`
  const account = { name: 'Une personne', email, password: DEMO_PASSWORD, role: open, phone }
  const code = await codeAfter(service, email, () => mustCall(service, null, 'POST', '/auth/create-account', account))
  await mustCall(service, null, 'POST', '/auth/verify-email', { email, code })
  await service.sql('UPDATE users SET role = ?, phone_verified_at = 1 WHERE email = ?', role, email)
  return signIn(service, { role, id: '', email, phone, token: '', refreshToken: '', recall: {} })
}

/** A new session of a person, kept in the person. @throws when they cannot get in as who they were */
export async function signIn(service: RunningService, person: Person): Promise<Person> {
  const login = { email: person.email, password: person.password ?? DEMO_PASSWORD }
  const { user, accessToken, refreshToken } = await mustCall(service, null, 'POST', '/auth/login/password', login)
  if (user?.role !== person.role) throw new Error(`${person.email} is no ${person.role} any more`)
  return Object.assign(person, { id: user.id, token: accessToken, refreshToken })
}

export type Callers = Awaited<ReturnType<typeof gatherCallers>>

/** Signs in the callers: the demo person of each role, who owns things, and a stranger of each role, who owns nothing. */
export async function gatherCallers(service: RunningService) {
  const known = await Promise.all(
    DEMO_PEOPLE.map(({ role, email, phone }) =>
      signIn(service, { role, id: '', email, phone, token: '', refreshToken: '', recall: {} }),
    ),
  )
  const strangers: Person[] = []
  for (const role of ROLES) strangers.push(await join(service, role))
  const of = (people: Person[], role: Role) => people.find((person) => person.role === role)
  const all = [...known, ...strangers]
  const spares = new SpareAccounts(service)

  return {
    all,
    /** Somebody of a role for one request; whom the operation changes for good is none of these. */
    caller: async (operation: Operation, as: As, random: Random): Promise<Person | undefined> => {
      if (as === 'guest') return undefined
      if (touchesAccount(operation)) return spares.one(as, random)
      if (as === 'BUYER' && CHANGES_ROLE.has(operation.operationId)) return someoneNew(service, as)
      return of(random.chance(0.8) ? known : strangers, as)
    },
    /** A session that ended is opened again; a spare who cannot get in is somebody else from then on. */
    revive: (person: Person): Promise<Person> =>
      signIn(service, person).catch((error) => {
        if (all.includes(person)) throw error
        return spares.replace(person)
      }),
    /** New sessions for everybody: access tokens live for 15 minutes. */
    renew: () => Promise.all(all.map((person) => signIn(service, person))),
  }
}

const CHANGES_ROLE = new Set(['applyAsRider', 'createSellerProfile'])
