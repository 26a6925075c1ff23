import { freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, codesTo, mustCall } from '#testing/running/call.ts'
import { fillWallet, letResend, newRider, newSellerOnFreePlan, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { sentOnce, USED, WRONG } from './operator.ts'
import { race } from './race.ts'

const WITHDRAWAL = { currency: 'USD', amount: '20.00' }

/** Somebody with 50.00 USD to withdraw, and the code for 20.00 of them. */
async function withdrawal(service: RunningService, kind: 'seller' | 'rider') {
  const owner = kind === 'seller' ? await newSellerOnFreePlan(service) : await newRider(service)
  const ownerId = 'profileId' in owner ? owner.profileId : owner.riderId
  const phone = await fillWallet(service, owner, kind, ownerId, 5_000)
  const otpCode = await codeAfter(service, owner.email, () =>
    mustCall(service, owner, 'POST', '/payout/otp', WITHDRAWAL),
  )
  return { owner, ownerId, phone, otpCode, path: kind === 'seller' ? '/wallet/payout' : '/riders/me/payout' }
}

const payRaces = (['seller', 'rider'] as const).flatMap((kind) => {
  const operation = kind === 'seller' ? 'POST /wallet/payout' : 'POST /riders/me/payout'
  return [
    race({
      name: `${kind} withdrawal: the right code pays once`,
      operations: [operation],
      prepare: (service) => withdrawal(service, kind),
      send: (service, { owner, path, otpCode }) => call(service, owner, 'POST', path, { ...WITHDRAWAL, otpCode }),
      succeed: 1,
      refusals: USED,
      check: sentOnce,
    }),
    race({
      name: `${kind} withdrawal: five guesses, however many at once`,
      operations: [operation],
      prepare: (service) => withdrawal(service, kind),
      send: (service, { owner, path, otpCode }) =>
        call(service, owner, 'POST', path, { ...WITHDRAWAL, otpCode: otherCode(otpCode) }),
      succeed: 0,
      refusals: WRONG,
    }),
  ]
})

const requestCode = (path: string) =>
  race({
    name: `${path}: one code a minute`,
    operations: [`POST ${path}`],
    prepare: async (service) => {
      const owner = await newSellerOnFreePlan(service)
      await fillWallet(service, owner, 'seller', owner.profileId, 5_000)
      return { owner, known: (await codesTo(service, owner.email)).length }
    },
    send: (service, { owner }) => call(service, owner, 'POST', path, WITHDRAWAL),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS'],
    check: async (service, { owner, known }) => {
      const sent = (await codesTo(service, owner.email)).length - known
      return sent > 1 && `${sent} codes were sent`
    },
  })

/** Somebody who asked for a code to a number for withdrawals. */
async function askedNumber(service: RunningService) {
  const owner = await newSellerOnFreePlan(service)
  const phoneNumber = freshPhone()
  const json = { phoneNumber, network: 'vodacom', countryCode: 'CD' }
  const path = '/wallet/settings/payout-number/request'
  const code = await codeAfter(service, phoneNumber, () => mustCall(service, owner, 'POST', path, json))
  return { owner, json, path, code }
}
const confirmNumber = (service: RunningService, owner: Person, code: string) =>
  call(service, owner, 'POST', '/wallet/settings/payout-number/confirm', { code })

export const withdrawalRaces = [
  ...payRaces,
  requestCode('/payout/otp'),
  requestCode('/wallet/payout/otp'),
  race({
    name: 'payout number: one SMS a minute',
    operations: ['POST /wallet/settings/payout-number/request'],
    prepare: async (service) => {
      const asked = await askedNumber(service)
      await letResend(service, asked.owner)
      return asked
    },
    send: (service, { owner, path, json }) => call(service, owner, 'POST', path, json),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS'],
  }),
  race({
    name: 'payout number: five guesses, however many at once',
    operations: ['POST /wallet/settings/payout-number/confirm'],
    prepare: askedNumber,
    send: (service, { owner, code }) => confirmNumber(service, owner, otherCode(code)),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'payout number: the right code works once',
    operations: ['POST /wallet/settings/payout-number/confirm'],
    prepare: askedNumber,
    send: (service, { owner, code }) => confirmNumber(service, owner, code),
    succeed: 1,
    refusals: USED,
  }),
]
