import type { Role } from '#kernel/roles.ts'
import { newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import type { Operation } from './document.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** The caller's own ways in, sessions, addresses and account, and what a guest does to them with an e-mail address. */
const OWN_ACCOUNT = /^\/api\/v1\/(auth|users\/(me|phone))(\/|$)/
const AT_ONCE = 3
const USES = 25

/** Whether a request may end its caller's session, change how they sign in, end the account, or shows what may be ended. */
export const touchesAccount = ({ path }: Operation) => OWN_ACCOUNT.test(path)

export const someoneNew = async (service: RunningService, role: Role): Promise<Person> => ({
  role,
  ...(await newPerson(service, role)),
  refreshToken: '',
  recall: {},
})

/**
 * People to whom anything may happen. They ask what touches an account in place of the callers, who have to last for the
 * whole run; a few at a time, so that a code that was asked for is also used, and new ones after some requests.
 */
export class SpareAccounts {
  private readonly people = new Map<Role, { person: Person; uses: number }[]>()
  private readonly service: RunningService

  constructor(service: RunningService) {
    this.service = service
  }

  async one(role: Role, random: Random): Promise<Person> {
    const known = (this.people.get(role) ?? []).filter(({ uses }) => uses < USES)
    this.people.set(role, known)
    if (known.length < AT_ONCE) known.push({ person: await someoneNew(this.service, role), uses: 0 })
    const drawn = random.pick(known)
    drawn.uses++
    return drawn.person
  }

  /** Somebody new takes the part of one who cannot get in any more. */
  async replace(person: Person): Promise<Person> {
    const fresh = await someoneNew(this.service, person.role)
    delete person.password
    delete person.asked
    return Object.assign(person, fresh)
  }
}
