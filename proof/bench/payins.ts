import type { Operation } from './operation.ts'
import { phone } from './reads.ts'
import { ADMIN, ADMINS } from './seed.ts'

export const PAYINS: Operation[] = [
  {
    name: 'payin',
    kind: 'write',
    ask(i, market) {
      const fresh = market.fresh()
      const given = { payer: phone(fresh) }
      const body = {
        amount: `${Number(fresh) % 4000}.50`,
        currency: 'USD',
        network: 'vodacom',
        phoneNumber: given.payer,
        countryCode: 'CD',
      }
      return { method: 'POST', path: '/gatewayB/payin', body, as: market.people[ADMIN + (i % ADMINS)]!, given }
    },
  },
]
