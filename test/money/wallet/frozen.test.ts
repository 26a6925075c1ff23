import { afterEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { payoutStatus } from '#testing/fixtures/payouts.ts'
import { signIn, signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner, walletBalance, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { clearFaults, movementsOf, setFault } from '#testing/sandbox.ts'

// Money that could not leave before its wallet was frozen does not leave (docs/money.md, Wallet).

const MINUTE = 60_000
afterEach(() => clearFaults())

/** A withdrawal of 20.00 that gateway B, which refuses our token, never heard of. */
async function unsentWithdrawal() {
  const seller = await newWalletOwner('SELLER', { USD: 5000 })
  const code = await withdrawalCode(seller, 'USD', 20)
  await setFault({ gateway: 'B', fault: 'unauthorized', times: 0 })
  const { status, data } = await withdraw(seller, 'USD', 20, code)
  expect([status, data.status]).toEqual([201, 'PROCESSING'])
  await clearFaults()
  expect(await movementsOf(seller.phone)).toEqual([])
  return { seller, id: data.orderId as string }
}
const freeze = async (ownerId: string, action = 'freeze') => {
  const { status } = await call(await signUp('ADMIN'), 'POST', `/wallet/admin/${ownerId}/${action}`, {
    reason: 'Fraude',
  })
  expect(status).toBe(200)
}

describe('a withdrawal that was never sent', () => {
  it('is not sent once its wallet is frozen: it fails, and its money is back for when it is not', async () => {
    const { seller, id } = await unsentWithdrawal()
    await freeze(seller.ownerId)
    await minuteCronAfter(3 * MINUTE)
    await minuteCronAfter(90 * MINUTE)
    expect(await movementsOf(seller.phone)).toEqual([])
    expect(await payoutStatus(id)).toBe('FAILED')
    const again = { ...seller, person: await signIn(seller.person.email, 'SELLER') }
    expect(await walletBalance(again, 'USD')).toMatchObject({
      available: '50.00',
      reserved: '0.00',
      canWithdraw: false,
    })
    await mailsTo(seller.person.email, 'Retrait non effectué')
    await freeze(seller.ownerId, 'unfreeze')
    const code = await withdrawalCode(again, 'USD', 20)
    expect((await withdraw(again, 'USD', 20, code)).status).toBe(201)
    expect(await movementsOf(seller.phone)).toHaveLength(1)
  })

  it('is sent by the run from a wallet that is not, once', async () => {
    const { seller, id } = await unsentWithdrawal()
    await minuteCronAfter(3 * MINUTE)
    expect(await movementsOf(seller.phone)).toHaveLength(1)
    // The money had left: a freeze does not stop it.
    await freeze(seller.ownerId)
    await minuteCronAfter(3 * MINUTE)
    expect(await movementsOf(seller.phone)).toHaveLength(1)
    expect(await payoutStatus(id)).not.toBe('FAILED')
  })
})
