import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { acceptDelivery } from '#domain/orders/delivery/carrying/accept.ts'
import { PlaceOrder, placeOrder } from '#domain/orders/orders/buying/place.ts'
import { deleteUser } from '#domain/people/users/delete.ts'
import { setRole } from '#domain/people/users/set-role.ts'
import { type Caller, call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { type Market, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { changeUser, logIn, signIn, signUp, userRow } from '#testing/fixtures/people.ts'

let admin: Person
let support: Person
let buyer: Person

beforeAll(async () => {
  admin = await signUp('ADMIN')
  support = await signUp('SUPPORT')
  buyer = await signUp()
})

const act = (as: Caller, id: string, what: string, body: unknown = {}) => call(as, 'POST', `/users/${id}/${what}`, body)
const remove = (as: Caller, id: string) => act(as, id, 'delete', { reason: 'Demande par courrier' })
const give = (as: Caller, id: string, role: string) => act(as, id, 'role', { role })
const isIn = async (person: Person) => (await call(person, 'GET', '/auth/me')).status
const actsOn = async (id: string) =>
  (await env.DB.prepare('SELECT action FROM audit WHERE target_id = ? ORDER BY id').bind(id).all()).results.map(
    ({ action }) => action,
  )
/** Money that comes from nowhere but the platform's cash. */
const pay = (account: string) => transfer('platform:cash', account, 500)
const takeBack = (account: string) => transfer(account, 'platform:cash', 500)
/** Everybody who administers is asked to step back; their roles alone, so that they go on signed in. */
const nobodyInOffice = () => run(`UPDATE users SET role = 'BUYER' WHERE role = 'ADMIN'`)

const ACTS = [
  ['force-logout', {}],
  ['verify-email', {}],
  ['verify-phone', {}],
] as const

describe('what staff do to an account', () => {
  it.each(ACTS)('%s: not SUPPORT on an ADMIN, oneself, a stranger or somebody deleted', async (what, body) => {
    expect(await act(support, admin.id, what, body)).toMatchObject({ status: 403 })
    expect(await act(admin, admin.id, what, body)).toMatchObject({ status: 409 })
    expect(await act(admin, crypto.randomUUID(), what, body)).toMatchObject({ status: 404 })
    expect(await act(buyer, admin.id, what, body)).toMatchObject({ status: 403 })
    expect(await act(guest, admin.id, what, body)).toMatchObject({ status: 401 })
    const gone = await signUp()
    await remove(admin, gone.id)
    expect(await act(support, gone.id, what, body)).toMatchObject({ status: 404 })
    for (const wrong of [{ reason: '' }, { reason: 5 }, { emailVerifiedAt: 1 }, { role: 'ADMIN' }])
      expect(await act(admin, buyer.id, what, wrong)).toMatchObject({ status: 400 })
  })

  it.each(['delete', 'restore', 'role'])('%s is for ADMIN', async (what) => {
    const body = { delete: { reason: 'x' }, restore: {}, role: { role: 'BUYER' } }[what]
    expect(await act(support, buyer.id, what, body)).toMatchObject({ status: 403 })
    expect(await act(buyer, admin.id, what, body)).toMatchObject({ status: 403 })
    expect(await act(admin, admin.id, what, body)).toMatchObject({ status: 409 })
    expect(await act(admin, crypto.randomUUID(), what, body)).toMatchObject({ status: 404 })
  })

  it('signs a person out everywhere, and says of how many sessions', async () => {
    const person = await signUp()
    const second = await signIn(person.email, 'BUYER')
    expect(await act(support, person.id, 'force-logout', { reason: 'Téléphone volé' })).toMatchObject({
      status: 200,
      data: { revokedSessions: 2 },
    })
    expect([await isIn(person), await isIn(second)]).toEqual([401, 401])
    expect((await act(support, person.id, 'force-logout')).data).toEqual({ revokedSessions: 0 })
    expect(await actsOn(person.id)).toEqual(['user.force-logout', 'user.force-logout'])
    expect(await logIn(person.email)).toMatchObject({ status: 200 })
  })

  it('ends fifty sessions in all of fifty at once', async () => {
    const person = await signUp()
    const answers = await together(50, () => act(support, person.id, 'force-logout'))
    expect(tally(answers)).toEqual({ 200: 50 })
    expect(answers.reduce((sum, { data }) => sum + data.revokedSessions, 0)).toBe(1)
  })

  it('vouches for an address, which may then sign in', async () => {
    const person = await signUp()
    await changeUser(person.id, 'email_verified_at = NULL')
    expect(await logIn(person.email)).toMatchObject({ status: 401, error: { reason: 'INVALID_CREDENTIALS' } })
    expect(await act(support, person.id, 'verify-email')).toMatchObject({ data: { isEmailVerified: true } })
    expect(await logIn(person.email)).toMatchObject({ status: 200 })
    const before = await userRow(person.id)
    expect(await act(support, person.id, 'verify-email')).toMatchObject({ status: 200 })
    expect((await userRow(person.id))?.email_verified_at).toBe(before?.email_verified_at)
    expect(await actsOn(person.id)).toEqual(['user.verify-email', 'user.verify-email'])
  })

  it('vouches for a number: not without one, and of two people who give the same for one', async () => {
    const phone = freshPhone()
    const people = [await signUp('BUYER', { phone }), await signUp('BUYER', { phone })]
    expect(await act(support, (await signUp()).id, 'verify-phone')).toMatchObject({ status: 409 })
    const answers = await together(50, (i) => act(support, people[i % 2]?.id ?? '', 'verify-phone'))
    expect(tally(answers)).toEqual({ 200: 25, 409: 25 })
    expect(reasons(answers)).toEqual({ ok: 25, ALREADY_EXISTS: 25 })
    const holders = await count('users WHERE phone = ? AND phone_verified_at > 0', phone)
    expect(holders).toBe(1)
  })
})

describe('a deletion', () => {
  it('ends every session, frees the address, is told, and is taken back', async () => {
    const person = await signUp()
    expect(await remove(admin, person.id)).toMatchObject({ status: 200, data: { id: person.id } })
    expect(await isIn(person)).toBe(401)
    expect(await logIn(person.email)).toMatchObject({ status: 401, error: { reason: 'INVALID_CREDENTIALS' } })
    expect((await call(support, 'GET', `/users/${person.id}`)).data.deletedAt).toMatch(/Z$/)
    await mailsTo(person.email, 'supprimé par l')
    expect(await remove(admin, person.id)).toMatchObject({ status: 409, error: { reason: 'INVALID_TRANSITION' } })
    expect(await give(admin, person.id, 'SUPPORT')).toMatchObject({ status: 404 })

    expect(await act(admin, person.id, 'restore')).toMatchObject({ status: 200 })
    expect((await call(support, 'GET', `/users/${person.id}`)).data.deletedAt).toBeNull()
    expect(await isIn(person), 'an ended session stays ended').toBe(401)
    expect(await logIn(person.email)).toMatchObject({ status: 200 })
    expect(await act(admin, person.id, 'restore')).toMatchObject({ status: 409 })
    expect(await actsOn(person.id)).toEqual(['user.delete', 'user.restore'])
    const due = await env.DB.prepare('SELECT erasure_due_at AS at FROM users WHERE id = ?').bind(person.id).first('at')
    expect(due).toBeNull()
  })

  it('is not taken back at an address that another has; a number that another has proved is proved no more', async () => {
    const [first, second] = [await signUp(), await signUp()]
    for (const { id } of [first, second]) await remove(admin, id)
    const newcomer = await signUp()
    await changeUser(newcomer.id, 'email = ?', first.email)
    expect(await act(admin, first.id, 'restore')).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    const phone = freshPhone()
    for (const { id } of [second, newcomer]) await changeUser(id, 'phone = ?, phone_verified_at = 1', phone)
    expect(await act(admin, second.id, 'restore')).toMatchObject({
      status: 200,
      data: { phone, isPhoneVerified: false },
    })
  })

  it('is not taken back once the account is erased', async () => {
    const person = await signUp()
    await remove(admin, person.id)
    await changeUser(person.id, 'erased_at = 1')
    expect(await act(admin, person.id, 'restore')).toMatchObject({
      status: 409,
      error: { reason: 'INVALID_TRANSITION' },
    })
  })

  it('and its undoing happen once of fifty at once', async () => {
    const person = await signUp()
    expect(tally(await together(50, () => remove(admin, person.id)))).toEqual({ 200: 1, 409: 49 })
    expect(tally(await together(50, () => act(admin, person.id, 'restore')))).toEqual({ 200: 1, 409: 49 })
    expect(await actsOn(person.id)).toEqual(['user.delete', 'user.restore'])
  })

  it('waits for open orders: of the buyer, the seller and the rider', async () => {
    const market = await newMarket()
    const rider = await newRider()
    const { id, delivery, pickupCode } = await readyOrder(market)
    const people = [market.buyer, market.seller, rider]
    expect(await remove(admin, rider.id)).toMatchObject({ status: 200 })
    expect(await act(admin, rider.id, 'restore')).toMatchObject({ status: 200 })
    const back = await signIn(rider.email, 'RIDER')
    await call(back, 'POST', '/riders/me/availability', { availability: 'ONLINE' })
    expect((await call(back, 'POST', `/deliveries/${delivery.id}/accept`)).status).toBe(200)
    for (const person of people) {
      const { status, error } = await remove(admin, person.id)
      expect([status, error?.message]).toEqual([409, expect.stringContaining('commandes')])
      expect((await call(admin, 'GET', `/users/${person.id}`)).data.deletedAt).toBeNull()
    }
    expect((await call(back, 'POST', `/deliveries/${delivery.id}/pickup`, { code: pickupCode })).status).toBe(200)
    expect((await call(support, 'POST', `/orders/admin/${id}/cancel`)).status).toBe(200)
    expect(await remove(admin, rider.id), 'who still has the goods').toMatchObject({ status: 409 })
    expect(await remove(admin, market.buyer.id)).toMatchObject({ status: 200 })
  })

  it('waits for money in a wallet, on its way to it, put aside or owed, and for a withdrawal', async () => {
    const { seller } = await newMarket()
    for (const state of ['available', 'pending', 'reserved']) {
      const account = `seller:${seller.profileId}:${state}`
      await pay(account)
      const { status, error } = await remove(admin, seller.id)
      expect([status, error?.message], state).toEqual([409, expect.stringContaining('portefeuille')])
      await takeBack(account)
    }
    await takeBack(`seller:${seller.profileId}:available`)
    expect(await remove(admin, seller.id), 'what they owe').toMatchObject({ status: 409 })
    await pay(`seller:${seller.profileId}:available`)
    const payout = crypto.randomUUID()
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO payouts (id, gateway, owner_id, owner_kind, requested_by, account, amount_minor, currency, phone, network, country, status, created_at, updated_at)
         VALUES (?, 'B', ?, 'seller', 'x', 'x', 5, 'USD', '243', 'vodacom', 'CD', 'AWAITING_CODE', 1, 1)`,
      ).bind(payout, seller.profileId),
      env.DB.prepare(
        `INSERT INTO history (thing, thing_id, version, event, to_status, at) VALUES ('payout', ?, 1, 'x', 'AWAITING_CODE', 1)`,
      ).bind(payout),
    ])
    const { status, error } = await remove(admin, seller.id)
    expect([status, error?.message]).toEqual([409, expect.stringContaining('retrait')])
    await run('DELETE FROM payouts WHERE id = ?', payout)
    expect(await remove(admin, seller.id)).toMatchObject({ status: 200 })
  })

  it('takes a seller’s shop and products out of sight, and their orders from the next request on', async () => {
    const market = await newMarket()
    expect((await call(guest, 'GET', `/products/${market.productId}`)).status).toBe(200)
    expect(await remove(admin, market.seller.id)).toMatchObject({ status: 200 })
    expect((await call(guest, 'GET', `/products/${market.productId}`)).status).toBe(404)
    expect((await call(guest, 'GET', `/seller/shop/${market.seller.shopId}`)).status).toBe(404)
    expect(await postOrder(market)).toMatchObject({ status: 404 })
  })

  it('and a new order of the same moment: one of both happens', async () => {
    for (let round = 0; round < 5; round++) {
      const market = await newMarket()
      const whom = round % 2 ? market.seller.id : market.buyer.id
      const [placed, deleted] = await Promise.all([postOrder(market), remove(admin, whom)])
      const open = await count('orders WHERE shop_id = ?', market.seller.shopId)
      const { data } = await call(admin, 'GET', `/users/${whom}`)
      expect([placed.status === 201, deleted.status === 200, open, data.deletedAt === null]).toEqual(
        placed.status === 201 ? [true, false, 1, true] : [false, true, 0, false],
      )
    }
  })
})

describe('what was begun before somebody left', () => {
  const place = (market: Market) => placeOrder(contextAs(market.buyer), PlaceOrder.parse(orderBody(market)))
  const placed = (shopId: string) => count('orders WHERE shop_id = ?', shopId)

  it('a buyer orders nothing more, and nobody from a seller out of trade', async () => {
    const market = await newMarket()
    await changeUser(market.buyer.id, 'deleted_at = 1')
    await expect(place(market)).rejects.toMatchObject({ reason: 'TOKEN_EXPIRED' })
    await changeUser(market.buyer.id, 'deleted_at = NULL')
    for (const left of [`role = 'BUYER'`, 'deleted_at = 1', 'blocked_at = 1']) {
      await changeUser(market.seller.id, left)
      await expect(place(market), left).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await changeUser(market.seller.id, `role = 'SELLER', deleted_at = NULL, blocked_at = NULL`)
    }
    expect(await placed(market.seller.shopId)).toBe(0)
    await place(market)
    expect(await placed(market.seller.shopId)).toBe(1)
  })

  it('a rider takes no job more', async () => {
    const [market, rider] = [await newMarket(), await newRider()]
    const { delivery } = await readyOrder(market)
    for (const left of [`role = 'BUYER'`, 'deleted_at = 1', 'blocked_at = 1']) {
      await changeUser(rider.id, left)
      const taken = acceptDelivery(contextAs(rider, { riderId: rider.riderId }), delivery.id)
      await expect(taken, left).rejects.toMatchObject({ reason: 'RIDER_NOT_ACTIVE' })
      await changeUser(rider.id, `role = 'RIDER', deleted_at = NULL, blocked_at = NULL`)
    }
    expect(await acceptDelivery(contextAs(rider, { riderId: rider.riderId }), delivery.id)).toBeTruthy()
  })
})

describe('another role', () => {
  it('ends the sessions: the old token is refused on the very next request', async () => {
    const person = await signUp()
    expect(await give(admin, person.id, 'ACCOUNTANT')).toMatchObject({ status: 200, data: { role: 'ACCOUNTANT' } })
    expect(await isIn(person)).toBe(401)
    const { results } = await env.DB.prepare('SELECT revoke_reason AS why FROM sessions WHERE user_id = ?')
      .bind(person.id)
      .all()
    expect(results).toEqual([{ why: 'ROLE' }])
    expect(await give(admin, person.id, 'ACCOUNTANT')).toMatchObject({ status: 409 })
    expect(await actsOn(person.id)).toEqual(['user.role'])
    const again = await signIn(person.email, 'ACCOUNTANT')
    expect((await call(again, 'GET', '/ledger/accounts')).status).toBe(200)
  })

  it.each([{}, { role: 'KING' }, { role: 'BUYER', isBlocked: false }, { role: null }])('is not %j', async (body) => {
    expect(await act(admin, buyer.id, 'role', body)).toMatchObject({ status: 400 })
  })

  it('happens once of fifty at once', async () => {
    const person = await signUp()
    const answers = await together(50, () => give(admin, person.id, 'SUPPORT'))
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 })
    expect(await actsOn(person.id)).toEqual(['user.role'])
  })

  it('a seller keeps theirs while orders are open or money is left; who buys may change theirs', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    expect(await give(admin, market.seller.id, 'BUYER')).toMatchObject({ status: 409 })
    expect(await give(admin, market.buyer.id, 'SUPPORT')).toMatchObject({ status: 200 })
    expect((await call(support, 'POST', `/orders/admin/${paid.id}/cancel`)).status).toBe(200)
    const account = `seller:${market.seller.profileId}:available`
    await pay(account)
    expect(await give(admin, market.seller.id, 'BUYER')).toMatchObject({ status: 409 })
    await takeBack(account)
    expect(await give(admin, market.seller.id, 'BUYER')).toMatchObject({ status: 200 })
    expect((await call(guest, 'GET', `/products/${market.productId}`)).status).toBe(404)
    expect((await call(guest, 'GET', `/seller/shop/${market.seller.shopId}`)).status).toBe(404)
  })

  it('a rider keeps theirs while a job or money is left, and is off duty afterwards', async () => {
    const market = await newMarket()
    const rider = await newRider()
    const { delivery } = await readyOrder(market)
    expect((await call(rider, 'POST', `/deliveries/${delivery.id}/accept`)).status).toBe(200)
    expect(await give(admin, rider.id, 'BUYER')).toMatchObject({ status: 409 })
    expect((await call(rider, 'POST', `/deliveries/${delivery.id}/release`)).status).toBe(200)
    const account = `rider:${rider.riderId}:available`
    await pay(account)
    expect(await give(admin, rider.id, 'BUYER')).toMatchObject({ status: 409 })
    await takeBack(account)
    expect(await give(admin, rider.id, 'BUYER')).toMatchObject({ status: 200 })
    expect(await first('SELECT availability FROM riders WHERE id = ?', rider.riderId)).toEqual({
      availability: 'OFFLINE',
    })
  })

  it('leaves one ADMIN in office when two take it from each other, by role, deletion or block', async () => {
    const ways = [
      (as: Person, id: string) => give(as, id, 'BUYER'),
      (as: Person, id: string) => remove(as, id),
      (as: Person, id: string) => act(as, id, 'block', { reason: 'x' }),
    ] as const
    await nobodyInOffice()
    const inOffice = `users WHERE role = 'ADMIN' AND deleted_at IS NULL AND blocked_at IS NULL`
    try {
      for (const one of ways) {
        for (const other of ways) {
          const [a, b] = [await signUp('ADMIN'), await signUp('ADMIN')]
          const answers = await Promise.all([one(a, b.id), other(b, a.id)])
          expect(tally(answers)[200], JSON.stringify(answers.map(({ error }) => error))).toBe(1)
          expect(await count(inOffice)).toBe(1)
          await nobodyInOffice()
        }
      }
    } finally {
      await changeUser(admin.id, `role = 'ADMIN'`)
    }
  })

  it('leaves one ADMIN in office also when both were let in before either was done', async () => {
    await nobodyInOffice()
    try {
      const people = [await signUp('ADMIN'), await signUp('ADMIN')] as const
      await setRole(contextAs(people[0]), people[1].id, { role: 'BUYER' })
      const message = 'Il doit rester un administrateur actif.'
      await expect(setRole(contextAs(people[1]), people[0].id, { role: 'BUYER' })).rejects.toMatchObject({ message })
      await expect(deleteUser(contextAs(people[1]), people[0].id, { reason: 'x' })).rejects.toMatchObject({ message })
      expect(await isIn(people[0])).toBe(200)
    } finally {
      await nobodyInOffice()
      await changeUser(admin.id, `role = 'ADMIN'`)
    }
  })

  it('a deletion, a block and roles at once end in one state that all agree on', async () => {
    const person = await signUp()
    const ways = [
      () => remove(admin, person.id),
      () => act(support, person.id, 'block', { reason: 'x' }),
      () => give(admin, person.id, 'SUPPORT'),
      () => give(admin, person.id, 'ACCOUNTANT'),
    ]
    const answers = await together(48, (i) => ways[i % 4]?.() ?? expect.fail())
    expect(Object.keys(tally(answers)).every((status) => ['200', '404', '409'].includes(status))).toBe(true)
    expect(tally(answers.filter((_, i) => i % 4 === 0))[200]).toBe(1)
    expect(await isIn(person)).toBe(401)
    const acts = (await actsOn(person.id)).filter((action) => action === 'user.delete')
    expect(acts).toHaveLength(1)
  })
})
