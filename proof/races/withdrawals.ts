import { otherCode } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, mustCall } from '#testing/running/call.ts'
import { fillWallet, newRider, newSellerOnFreePlan } from '#testing/running/people.ts'
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

export const withdrawalRaces = (['seller', 'rider'] as const).flatMap((kind) => {
  const operation = kind === 'seller' ? 'POST /wallet/payout' : 'POST /riders/me/payout'
  return [
    race({
      name: `${kind} withdrawal: the right code pays once`,
      guard: 'money',
      operations: [operation],
      prepare: (service) => withdrawal(service, kind),
      send: (service, { owner, path, otpCode }) => call(service, owner, 'POST', path, { ...WITHDRAWAL, otpCode }),
      succeed: 1,
      refusals: USED,
      check: sentOnce,
    }),
    race({
      name: `${kind} withdrawal: five guesses, however many at once`,
      guard: 'limit',
      operations: [operation],
      prepare: (service) => withdrawal(service, kind),
      send: (service, { owner, path, otpCode }) =>
        call(service, owner, 'POST', path, { ...WITHDRAWAL, otpCode: otherCode(otpCode) }),
      succeed: 0,
      refusals: WRONG,
    }),
  ]
})
