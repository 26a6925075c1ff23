import { describe, expect, it } from 'vitest'
import { call, together } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { confirmPayout, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { movementsOf } from '#testing/sandbox.ts'
import { checkout, filledCart } from '#testing/stories/orders.ts'

const withKey = (key = crypto.randomUUID()) => ({ 'idempotency-key': key })

describe('one key, many at once', () => {
  it('a withdrawal is one', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(owner, 'USD', '10.00')
    const key = withKey()
    const answers = await together(8, () => withdraw(owner, 'USD', '10.00', code, key))
    expect(answers.filter(({ status }) => status === 201).length).toBe(1)
    expect(await count('payouts WHERE owner_id = ?', owner.ownerId)).toBe(1)
    const again = await withdraw(owner, 'USD', '10.00', code, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  })

  it('a payout of staff is one', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin)
    const key = withKey()
    const _answers = await together(8, () => confirmPayout(admin, pendingId, code, key))
    expect((await movementsOf(phone)).length).toBe(1)
    const again = await confirmPayout(admin, pendingId, code, key)
    expect([again.status, await payoutStatus(pendingId)]).toEqual([201, 'ACCEPTED'])
  })

  it('charges of two bodies: one is made', async () => {
    const admin = await signUp('ADMIN')
    const key = withKey()
    const phones = Array.from({ length: 8 }, () => freshPhone())
    const _answers = await together(8, (i) =>
      call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: phones[i] }), key),
    )
    const made = await Promise.all(phones.map((phone) => movementsOf(phone)))
    expect(made.flat().length).toBe(1)
  })

  it('a checkout is one, also if the token says an old role', async () => {
    const { buyer } = await filledCart({})
    await changeUser(buyer.id, "role = 'SELLER'")
    const [key, phone] = [withKey(), freshPhone()]
    const answers = await together(8, () => checkout(buyer, phone, undefined, key))
    expect(answers.filter(({ status }) => status === 201).length).toBe(1)
    expect(await count('orders WHERE buyer_id = ?', buyer.id)).toBe(1)
    expect((await movementsOf(phone)).length).toBe(1)
    const again = await checkout(buyer, phone, undefined, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  })
})
