import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, call, type Person, reasons, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance, transfer } from '#testing/fixtures/ledger.ts'
import { codeUnder, mailsTo } from '#testing/fixtures/mails.ts'
import { payoutStatus } from '#testing/fixtures/payouts.ts'
import { PASSWORD, signIn, signUp, userRow } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import {
  letResend,
  newWalletOwner,
  pollPayout,
  type WalletOwner,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { approve, clearFaults, movementsOf, setFault, until } from '#testing/sandbox.ts'

afterEach(() => clearFaults())

const path = ({ ownerId }: { ownerId: string }) => `/wallet/admin/${ownerId}/settle`
const ask = (as: Person, owner: WalletOwner, kind: string, note = 'Réglé au téléphone', currency = 'USD') =>
  call(as, 'POST', `${path(owner)}/request`, { currency, kind, note })
const available = (owner: WalletOwner, currency = 'USD') =>
  balance(`${owner.kind}:${owner.ownerId}:available`, currency)

async function asked(admin: Person, owner: WalletOwner, kind: string, note?: string) {
  let pending: Answer | undefined
  await letResend(admin)
  const code = await codeUnder(admin.email, 'Code pour régler un portefeuille', async () => {
    pending = await ask(admin, owner, kind, note)
    expect(pending).toMatchObject({ status: 201 })
  })
  return { pendingId: pending?.data.pendingId as string, code }
}
const confirm = (admin: Person, owner: WalletOwner, typed: { pendingId: string; code: string }) =>
  call(admin, 'POST', `${path(owner)}/confirm`, typed)
async function settled(admin: Person, owner: WalletOwner, kind: string, note?: string) {
  return confirm(admin, owner, await asked(admin, owner, kind, note))
}
/** A refund took more than there was. */
async function indebted(role: 'SELLER' | 'RIDER' = 'SELLER') {
  const owner = await newWalletOwner(role)
  await transfer(`${owner.kind}:${owner.ownerId}:available`, 'platform:cash', 2500)
  return owner
}

describe('a debt', () => {
  it.each(['SELLER', 'RIDER'] as const)(
    'of a %s is written off by code, told, and the account can be deleted',
    async (role) => {
      const [admin, owner] = [await signUp('ADMIN'), await indebted(role)]
      expect((await call(owner.person, 'POST', '/users/me/delete', { password: PASSWORD })).status).toBe(409)
      const cash = await balance('platform:cash')
      const { status, data } = await settled(admin, owner, 'WRITE_OFF')
      expect(status).toBe(200)
      expect(data.balances[0]).toMatchObject({ currency: 'USD', available: '0.00' })
      expect((await balance('platform:cash')) - cash).toBe(-2500)
      expect((await mailsTo(owner.person.email, 'Votre portefeuille a été réglé'))[0]?.text).toContain(
        'Réglé au téléphone',
      )
      const lines = await call(owner.person, 'GET', '/wallet/transactions')
      expect(lines.data.transactions[0]).toMatchObject({ type: 'ADJUSTMENT', amount: '25.00', balanceAfter: '0.00' })
      expect((await call(owner.person, 'POST', '/users/me/delete', { password: PASSWORD })).status).toBe(200)
    },
  )

  it('a charge of staff pays a debt once, and our earnings stay right', async () => {
    const [admin, owner, other] = [await signUp('ADMIN'), await indebted(), await indebted()]
    const reference = `dette-${owner.ownerId.slice(0, 8)}`
    const payer = { phoneNumber: freshPhone(), network: 'airtel', countryCode: 'CD' }
    const paid = await call(admin, 'POST', '/gatewayB/payin', {
      orderId: reference,
      amount: '20.00',
      currency: 'USD',
      ...payer,
    })
    expect(paid.status).toBe(201)
    await run(
      "UPDATE gateway_transactions SET asked_at = NULL, next_check_at = 1 WHERE purpose = 'CHARGE' AND status = 'pending'",
    )
    await approve(payer.phoneNumber)
    await minuteCronAfter(60_000)
    const charge = `SELECT status FROM gateway_transactions WHERE reference = 'CH-${reference}' AND status = 'succeeded'`
    await until(() => first(charge), 'the charge')
    const boss = await signUp('ADMIN')
    const before = [await balance('platform:charges'), await balance('platform:cash')]
    expect(before[0]).toBeGreaterThanOrEqual(2000)
    const { status } = await settled(boss, owner, 'COLLECT', `Payé par l'encaissement ${reference}.`)
    expect(status).toBe(200)
    expect(await available(owner)).toBe(-500)
    expect([await balance('platform:charges'), await balance('platform:cash')]).toEqual([
      (before[0] ?? 0) - 2000,
      before[1],
    ])
    const again = await settled(boss, other, 'COLLECT', `Payé par l'encaissement ${reference}.`)
    expect(again.error?.reason).toBe('ALREADY_EXISTS')
    // The rest was paid in hand.
    expect((await settled(boss, owner, 'COLLECT', 'Payé en espèces')).status).toBe(200)
    expect([await available(owner), await available(other)]).toEqual([0, -2500])

    // The operator takes the charge back: the debt is nobody's but ours, and a person hears of it.
    const { id } =
      (await first<{ id: string }>(`SELECT id FROM gateway_transactions WHERE reference = 'CH-${reference}'`)) ?? {}
    await decideByHand(boss, `/gatewayB/transactions/${id}/resolve`, { outcome: 'reversed', note: 'Repris' })
    expect(await first('SELECT status FROM incidents WHERE ref = ?', `debtBack:${id}`)).toMatchObject({
      status: 'OPEN',
    })
  })

  it('the code does not settle a debt that moved since it was asked for', async () => {
    const [admin, owner] = [await signUp('ADMIN'), await indebted()]
    const typed = await asked(admin, owner, 'WRITE_OFF')
    await transfer('platform:cash', `seller:${owner.ownerId}:available`, 100)
    expect((await confirm(admin, owner, typed)).error?.reason).toBe('INVALID_TRANSITION')
    expect(await available(owner)).toBe(-2400)
    expect((await settled(admin, owner, 'WRITE_OFF')).status).toBe(200)
  })

  it('is settled once, however often the code is typed, and by whoever asked', async () => {
    const [admin, stranger, owner] = [await signUp('ADMIN'), await signUp('ADMIN'), await indebted()]
    const typed = await asked(admin, owner, 'WRITE_OFF')
    expect((await confirm(stranger, owner, typed)).status).toBe(404)
    expect((await confirm(admin, await indebted(), typed)).status).toBe(404)
    const other = typed.code === '000000' ? '111111' : '000000'
    expect((await confirm(admin, owner, { ...typed, code: other })).status).toBe(401)
    const answers = await together(4, () => confirm(admin, owner, typed))
    expect(reasons(answers).ok).toBe(1)
    expect(await available(owner)).toBe(0)
  })

  it('is no dust, no blocked account’s money and no stranger’s', async () => {
    const [admin, owner] = [await signUp('ADMIN'), await indebted()]
    for (const kind of ['SEIZE']) expect((await ask(admin, owner, kind)).error?.reason).toBe('INVALID_TRANSITION')
    expect((await ask(admin, owner, 'WRITE_OFF', 'CDF est à zéro', 'CDF')).error?.reason).toBe('INVALID_TRANSITION')
    expect((await ask(admin, { ...owner, ownerId: crypto.randomUUID() }, 'WRITE_OFF')).status).toBe(404)
    expect((await ask(await signUp('ACCOUNTANT'), owner, 'WRITE_OFF')).status).toBe(403)
  })
})

describe('what a blocked account has', () => {
  it('is seized by code, with an incident; of anybody else it is not', async () => {
    const [admin, owner] = [await signUp('ADMIN'), await newWalletOwner('SELLER', { USD: 9000 })]
    expect((await ask(admin, owner, 'SEIZE')).error?.reason).toBe('INVALID_TRANSITION')
    expect((await ask(admin, owner, 'WRITE_OFF')).error?.reason).toBe('INVALID_TRANSITION')
    await call(admin, 'POST', `/users/${owner.person.id}/block`, { reason: 'Fraude' })
    const typed = await asked(admin, owner, 'SEIZE', 'Fraude avérée')
    expect((await confirm(admin, owner, typed)).status).toBe(200)
    expect(await available(owner)).toBe(0)
    const told = await first<{ description: string }>(
      'SELECT description FROM incidents WHERE ref = ?',
      `seized:${typed.pendingId}`,
    )
    expect(told?.description).toContain('Fraude avérée')
  })

  it('does not leave any more by a withdrawal that could not be sent', async () => {
    const [admin, owner] = [await signUp('ADMIN'), await newWalletOwner('SELLER', { USD: 9000 })]
    const code = await withdrawalCode(owner, 'USD', 90)
    await setFault({ gateway: 'B', fault: 'unauthorized', times: 0 })
    const { data } = await withdraw(owner, 'USD', 90, code)
    await clearFaults()
    await call(admin, 'POST', `/users/${owner.person.id}/block`, { reason: 'Fraude' })
    await minuteCronAfter(180_000)
    expect(await movementsOf(owner.phone)).toEqual([])
    expect([await payoutStatus(data.orderId), await available(owner)]).toEqual(['FAILED', 9000])
  })
})

describe('dust', () => {
  it('is withdrawn once in 30 days, all of it; then the account can be deleted', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 47 }, { phone: freshPhone(), network: 'airtel', country: 'CD' })
    expect((await walletBalance(owner, 'USD')).canWithdraw).toBe(true)
    const part = await call(owner.person, 'POST', '/payout/otp', { currency: 'USD', amount: '0.40' })
    expect(part).toMatchObject({ status: 400, error: { details: [{ field: 'amount' }] } })
    const code = await withdrawalCode(owner, 'USD', '0.47')
    const sent = await withdraw(owner, 'USD', '0.47', code)
    expect(sent.status).toBe(201)
    await approve(owner.phone)
    await pollPayout(sent.data.orderId)
    expect(await available(owner)).toBe(0)
    await transfer('platform:cash', `seller:${owner.ownerId}:available`, 12)
    expect((await walletBalance(owner, 'USD')).canWithdraw).toBe(false)
    await letResend(owner.person)
    expect((await call(owner.person, 'POST', '/payout/otp', { currency: 'USD', amount: '0.12' })).status).toBe(400)
    // Money that cannot leave is given up by an ADMIN.
    expect((await settled(await signUp('ADMIN'), owner, 'WRITE_OFF')).status).toBe(200)
    expect((await call(owner.person, 'POST', '/users/me/delete', { password: PASSWORD })).status).toBe(200)
  })

  it('is all that is left as the code is typed, too', async () => {
    const owner = await newWalletOwner('RIDER', { USD: 47 })
    const code = await withdrawalCode(owner, 'USD', '0.47')
    await transfer('platform:cash', `rider:${owner.ownerId}:available`, 10)
    expect((await withdraw(owner, 'USD', '0.47', code)).status).toBe(400)
    expect(await available(owner)).toBe(57)
  })
})

describe('a deleted account', () => {
  it('has nothing that comes back: it goes to cash with an incident, and the account is erased in its time', async () => {
    const [admin, owner] = [
      await signUp('ADMIN'),
      await newWalletOwner('SELLER', { USD: 8000 }, { phone: freshPhone(), network: 'airtel', country: 'CD' }),
    ]
    const code = await withdrawalCode(owner, 'USD', 80)
    const { data } = await withdraw(owner, 'USD', 80, code)
    await approve(owner.phone)
    await pollPayout(data.orderId)
    expect(await payoutStatus(data.orderId)).toBe('COMPLETED')
    expect((await call(admin, 'POST', `/users/${owner.person.id}/delete`, { reason: 'À sa demande' })).status).toBe(200)
    const tx = await first<{ id: string }>('SELECT id FROM gateway_transactions WHERE subject_id = ?', data.orderId)
    const cash = await balance('platform:cash')
    const resolve = { outcome: 'reversed', note: 'revenu' }
    expect((await decideByHand(admin, `/gatewayB/transactions/${tx?.id}/resolve`, resolve)).status).toBe(200)
    expect([await available(owner), (await balance('platform:cash')) - cash]).toEqual([0, 8000])
    expect(await first('SELECT status FROM incidents WHERE ref = ?', `wallet:unclaimed:${data.orderId}`)).toEqual({
      status: 'OPEN',
    })
  })

  it('an account whose address was taken is restored at another address only', async () => {
    const [admin, person] = [await signUp('ADMIN'), await signUp('BUYER')]
    const restore = (body?: object) => call(admin, 'POST', `/users/${person.id}/restore`, body)
    await call(admin, 'POST', `/users/${person.id}/delete`, { reason: 'À sa demande' })
    const email = `autre-${person.id.slice(-8)}@exemple.cd`
    expect((await restore({ email })).status).toBe(409)
    const other = await signUp('BUYER')
    await run('UPDATE users SET email = ? WHERE id = ?', person.email, other.id)
    const refused = await restore()
    expect(refused).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect(refused.error?.message).toContain('email')
    expect((await restore({ email: person.email })).error?.reason).toBe('ALREADY_EXISTS')
    expect((await restore({ email: 'pas une adresse' })).status).toBe(400)
    expect(await restore({ email })).toMatchObject({ status: 200, data: { email } })
    expect((await userRow(person.id))?.withdrawals_held_until).toBeGreaterThan(Date.now())
    expect((await signIn(email, 'BUYER')).token).toBeTruthy()
  })
})

describe('a minimum that somebody raised', () => {
  it('makes nothing dust that its owner could withdraw the day before', async () => {
    const [admin, owner] = [await signUp('ADMIN'), await newWalletOwner('SELLER')]
    await transfer('platform:cash', `${owner.kind}:${owner.ownerId}:available`, 5000)
    const set = (minPayout: string) => call(admin, 'PUT', '/wallet/settings/platform', { currency: 'USD', minPayout })
    try {
      expect((await set('1000.00')).status).toBe(200)
      expect(await ask(admin, owner, 'WRITE_OFF')).toMatchObject({
        status: 409,
        error: { reason: 'INVALID_TRANSITION' },
      })
    } finally {
      await set('1.00')
    }
  })
})
