import type { Operation } from './operation.ts'
import { buyer, buyerRead } from './reads.ts'
import { emailOf, LOGINS, PASSWORD, PEOPLE, userId } from './seed.ts'

/** The cheapest operation of a tight tier, with its limits and without. */
function passkeyOptions(name: string, isUnlimited: boolean): Operation {
  const ask = () => ({ method: 'POST', path: '/auth/passkey/login/options', body: {}, isUnlimited })
  return { name, kind: 'write', ask, hasNoGoal: true }
}

export const ACCOUNTS: Operation[] = [
  buyerRead('me', '/auth/me'),
  {
    // Beside `me`: what its limits cost.
    name: 'meUnlimited',
    kind: 'signed-in read',
    hasNoGoal: true,
    ask: (i, market) => ({ path: '/auth/me', as: buyer(i, market), isUnlimited: true }),
  },
  {
    name: 'meDuringSignIns',
    kind: 'signed-in read',
    hasNoGoal: true,
    beside: 'login',
    ask: (i, market) => ({ path: '/auth/me', as: buyer(i, market) }),
  },
  passkeyOptions('passkeyOptions', false),
  passkeyOptions('passkeyOptionsUnlimited', true),
  {
    name: 'login',
    kind: 'write',
    hashAfter: 2,
    connections: 2,
    ask(i) {
      const user = PEOPLE + (i % LOGINS)
      const body = { email: emailOf(user), password: PASSWORD }
      return {
        method: 'POST',
        path: '/auth/login/password',
        body,
        given: { email: emailOf(user), userId: userId(user) },
      }
    },
  },
]
