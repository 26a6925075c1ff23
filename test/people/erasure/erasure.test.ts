import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { dueErasures } from '#domain/people/erasure/due.ts'
import { eraseUser } from '#domain/people/erasure/erase.ts'
import { formatDay } from '#kernel/format.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type Caller, call, guest, type Person, tally, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { mailsTo, writtenTo } from '#testing/fixtures/mails.ts'
import { actOnOrder, deliveredOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { ageSessions, changeUser, logIn, PASSWORD, signIn, signUp, userRow } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { loginCode } from '#testing/fixtures/sign-in.ts'
import { appCode, withTotp } from '#testing/fixtures/totp.ts'
import { expectLaws } from '#testing/laws.ts'

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})

const ask = (as: Caller, proof: object = { password: PASSWORD }) => call(as, 'POST', '/users/me/delete', proof)
const cancel = (as: Caller) => call(as, 'POST', '/users/me/delete/cancel')
const remove = (id: string) => call(admin, 'POST', `/users/${id}/delete`, { reason: 'Demande' })
const restore = async (id: string) => call(await signUp('ADMIN'), 'POST', `/users/${id}/restore`)
const isErased = async (id: string) => (await userRow(id))?.erased_at !== null

describe('who asks for it', () => {
  it('is told the day, by mail too, goes on until then, and asked again it is the same', async () => {
    const person = await signUp()
    const before = Date.now()
    const { data } = await ask(person)
    expect(Date.parse(data.scheduledFor) - before).toBeGreaterThanOrEqual(30 * DAY_MS)
    expect(Date.parse(data.scheduledFor) - before).toBeLessThan(30 * DAY_MS + 60_000)
    const [mail] = await mailsTo(person.email, 'sera supprimé')
    expect(mail?.text).toContain(`seront effacées le ${formatDay(Date.parse(data.scheduledFor))}.`)
    expect((await call(person, 'GET', '/users/me')).status).toBe(200)
    expect((await logIn(person.email)).status).toBe(200)
    expect((await ask(person)).data).toEqual(data)
    expect(await writtenTo(person.email, 'account.deletion-scheduled')).toBe(1)
  })

  it('sees the day in the account and the profile, until it is cancelled', async () => {
    const person = await signUp()
    const seen = async () =>
      Promise.all(['/auth/me', '/users/me'].map(async (path) => (await call(person, 'GET', path)).data.deletionAt))
    expect(await seen()).toEqual([null, null])
    const { scheduledFor } = (await ask(person)).data
    expect(await seen()).toEqual([scheduledFor, scheduledFor])
    expect((await cancel(person)).status).toBe(200)
    expect(await seen()).toEqual([null, null])
  })

  it('gives exactly one proof, or none where the session has proved its owner', async () => {
    const person = await signUp()
    await ageSessions(person.id)
    expect(await ask(person, {})).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    for (const wrong of [{ password: PASSWORD, code: '123456' }, { password: 5 }, { scheduledFor: 1 }])
      expect(await ask(person, wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 })
    expect(await ask(person, { password: 'pas-celui-la' })).toMatchObject({ status: 401 })
    // A mailed code is no proof where there is a password.
    expect(await ask(person, { code: '123456' })).toMatchObject({ status: 403 })
    expect((await userRow(person.id))?.erasure_due_at).toBeNull()
    const { person: guarded, app } = await withTotp()
    expect(await ask(guarded, { code: appCode(app) })).toMatchObject({ status: 200 })
    vi.useRealTimers()
    expect(await ask(await signUp(), {})).toMatchObject({ status: 200 })
    const bare = await signUp()
    await changeUser(bare.id, 'password_hash = NULL')
    const code = await loginCode(bare.email)
    expect(await ask(bare, { code: otherCode(code) })).toMatchObject({ status: 401 })
    expect(await ask(bare, { code })).toMatchObject({ status: 200 })
  })

  it('has ten guesses, however many at once; the right password schedules once', async () => {
    const person = await signUp()
    const answers = await together(50, () => ask(person, { password: 'pas-celui-la' }))
    expect(tally(answers)).toEqual({ 401: 10, 429: 40 })
    const other = await signUp()
    await together(8, () => ask(other))
    expect(await writtenTo(other.email, 'account.deletion-scheduled')).toBe(1)
  })

  it('thinks again: nothing happens', async () => {
    const person = await signUp()
    expect(await cancel(person)).toMatchObject({ status: 409 })
    await ask(person)
    expect(tally(await together(50, () => cancel(person)))).toEqual({ 200: 1, 409: 49 })
    expect(await writtenTo(person.email, 'account.deletion-cancelled')).toBe(1)
    await hourCronAfter(31 * DAY_MS)
    expect(await userRow(person.id)).toMatchObject({ email: person.email, deleted_at: null, erased_at: null })
  })

  it('is refused with an open order or money, and as the last ADMIN who stays', async () => {
    const market = await newMarket()
    await paidOrder(market)
    expect(await ask(market.buyer)).toMatchObject({ status: 409 })
    expect(await ask(market.seller)).toMatchObject({ status: 409 })
    const { seller } = await newMarket()
    const account = `seller:${seller.profileId}:available`
    await transfer('platform:cash', account, 500)
    expect(await ask(seller)).toMatchObject({ status: 409 })
    await transfer(account, 'platform:cash', 500)
    expect(await ask(seller)).toMatchObject({ status: 200 })

    const [a, b] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const others = `role = 'ADMIN' AND id NOT IN (?, ?)`
    await run(`UPDATE users SET role = 'SUPPORT' WHERE ${others}`, a.id, b.id)
    expect(tally(await Promise.all([ask(a), ask(b)]))).toEqual({ 200: 1, 409: 1 })
    await run(`UPDATE users SET role = 'ADMIN' WHERE id = ?`, admin.id)
  })
})

describe('after thirty days', () => {
  it('what is personal goes, and the books stay', async () => {
    const market = await newMarket()
    const rider = await newRider()
    const { id, payerPhoneNumber } = await deliveredOrder(market, rider)
    expect((await actOnOrder(market.buyer, id, 'confirm-receipt')).status).toBe(200)
    const { buyer } = market
    await run(`UPDATE orders SET note = 'Sonnez chez Aline' WHERE id = ?`, id)
    const form = new FormData()
    form.append('avatar', new Blob([jpeg()]))
    const { data: pictured } = await call(buyer, 'POST', '/users/me/avatar', form)
    const key = pictured.avatarUrl.split('/').at(-1)
    await call(buyer, 'POST', '/users/me/addresses', {
      ...{ label: 'Maison', recipientName: 'Aline', phone: '0810000123', country: 'CD', city: 'Bukavu' },
    })
    expect((await registerPasskey(buyer, await newAuthenticator())).status).toBe(201)
    await run(
      `UPDATE users SET phone = ?, phone_verified_at = 1, secondary_email = ?, block_reason = 'x' WHERE id = ?`,
      ...[freshPhone(), `seconde-${buyer.email}`, buyer.id],
    )
    await run(
      `INSERT INTO identities (provider, subject, user_id, email, linked_at) VALUES ('GOOGLE', ?1, ?1, 'a@b.cd', 1)`,
      buyer.id,
    )
    await run(
      `INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, created_at) VALUES (?, 'x', 1, 1, 1)`,
      buyer.id,
    )
    await run(`INSERT INTO backup_codes (user_id, code_hash, created_at) VALUES (?, 'x', 1)`, buyer.id)
    await run(`INSERT INTO recoveries (id, user_id, expires_at, created_at) VALUES (?1, ?1, 9e12, 1)`, buyer.id)
    await call(guest, 'POST', '/auth/password/forgot', { email: buyer.email })
    await loginCode(buyer.email)
    expect((await remove(buyer.id)).status).toBe(200)
    const books = async () =>
      JSON.stringify(
        await env.DB.batch(
          [
            'transfers',
            'wallet_entries',
            'gateway_transactions',
            // The hour moves the proved sum beside each balance.
            '(SELECT code, currency, balance_minor FROM accounts)',
            // Shops of sellers who are erased meanwhile close, with their products.
            "history WHERE thing NOT IN ('shop', 'product')",
            'order_items',
          ].map((table) => env.DB.prepare(`SELECT * FROM ${table}`)),
        ).then((answers) => answers.map(({ results }) => results)),
      )
    const before = await books()

    await hourCronAfter(29 * DAY_MS)
    expect(await isErased(buyer.id)).toBe(false)
    await run(
      `INSERT INTO outbox (id, channel, recipient, kind, subject, body, next_at, created_at) VALUES (?, 'EMAIL', ?, 'x', 'x', 'Aline', 9e12, 1)`,
      ...[crypto.randomUUID(), buyer.email],
    )
    await run(`UPDATE codes SET expires_at = 9e12 WHERE person = ?`, buyer.email)
    await hourCronAfter(DAY_MS + 1)
    expect(await userRow(buyer.id)).toMatchObject({
      name: 'Compte effacé',
      email: `efface-${buyer.id}@invalid`,
      email_verified_at: null,
      phone: null,
      phone_verified_at: null,
      avatar_key: null,
      secondary_email: null,
      password_hash: null,
      block_reason: null,
      role: 'BUYER',
    })
    for (const table of [
      ...['addresses', 'sessions', 'passkeys', 'totp', 'backup_codes', 'identities', 'recoveries'],
      'one_time_tokens',
    ])
      expect(await count(`${table} WHERE user_id = ?`, buyer.id), table).toBe(0)
    expect(await count(`outbox WHERE status = 'PENDING' AND recipient = ?`, buyer.email)).toBe(0)
    expect(await count('codes WHERE person IN (?, ?)', buyer.id, buyer.email)).toBe(0)
    expect(await env.MEDIA.head(key)).toBeNull()
    const { data } = await call(await signIn(market.seller.email, 'SELLER'), 'GET', `/orders/${id}`)
    expect(data).toMatchObject({ id, buyerId: buyer.id, status: 'COMPLETED', deliveryAddress: null, note: null })
    const drop = await env.DB.prepare('SELECT dropoff FROM deliveries WHERE order_id = ?')
      .bind(id)
      .first<string>('dropoff')
    expect(JSON.parse(drop ?? '')).toEqual({ name: 'Compte effacé', phone: null, address: null })
    expect(await books()).toBe(before)
    expect(await count('gateway_transactions WHERE phone = ?', payerPhoneNumber)).toBe(1)
    expect(await count(`audit WHERE target_id = ? AND action IN ('user.delete', 'user.erase')`, buyer.id)).toBe(2)
    await expectLaws()

    expect(await restore(buyer.id)).toMatchObject({ status: 409 })
    expect((await logIn(buyer.email)).status).toBe(401)
    const staff = await signUp('SUPPORT')
    const search = (what: string) => call(staff, 'GET', `/users?search=${encodeURIComponent(what)}`)
    expect((await search(buyer.email)).data.users).toEqual([])
    expect((await call(staff, 'GET', `/users/${buyer.id}`)).data.name).toBe('Compte effacé')
  })

  it('who asked for it is signed out, and the address is free', async () => {
    const person = await signUp()
    await ask(person)
    const session = await signIn(person.email, 'BUYER')
    await hourCronAfter(30 * DAY_MS + 1)
    expect((await userRow(person.id))?.deleted_at).toBe(Date.now())
    expect((await call(session, 'GET', '/users/me')).status).toBe(401)
    const again = { name: 'Nouvelle', email: person.email, password: PASSWORD, role: 'BUYER' }
    expect((await call(guest, 'POST', '/auth/create-account', again)).status).toBe(201)
  })

  it('a seller’s shops close, and who they were goes; a rider is off duty', async () => {
    const market = await newMarket()
    const rider = await newRider()
    await deliveredOrder(market, rider).then(({ id }) => actOnOrder(market.buyer, id, 'confirm-receipt'))
    const { seller } = market
    const accounts = await env.DB.prepare(
      `SELECT code FROM accounts WHERE balance_minor <> 0 AND (code GLOB ? OR code GLOB ?)`,
    )
      .bind(`seller:${seller.profileId}:*`, `rider:${rider.riderId}:*`)
      .all<{ code: string }>()
    for (const owner of [seller, rider]) expect((await remove(owner.id)).status).toBe(409)
    for (const { code } of accounts.results)
      await run(
        `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
         SELECT ?1, 'test:moved', ?1, code, 'platform:cash', balance_minor, currency, 1 FROM accounts WHERE code = ?2 AND balance_minor > 0`,
        ...[crypto.randomUUID(), code],
      )
    await run(
      `UPDATE shops SET phone = '243810000009', email = 'a@b.cd', address = '{"country":"CD","city":"Goma","avenue":"x"}' WHERE id = ?`,
      seller.shopId,
    )
    await run(
      `INSERT INTO wallets (owner_id, owner_kind, user_id, payout_phone, payout_network, payout_country, payout_verified_at, created_at)
      VALUES (?, 'seller', ?, '243810000009', 'vodacom', 'CD', 1, 1)`,
      seller.profileId,
      seller.id,
    )
    for (const owner of [seller, rider]) expect((await remove(owner.id)).status).toBe(200)
    await hourCronAfter(30 * DAY_MS + 1)
    const shop = await first('SELECT status, phone, email, address FROM shops WHERE id = ?', seller.shopId)
    expect(shop).toEqual({ status: 'CLOSED', phone: null, email: null, address: '{"country":"CD","city":"Goma"}' })
    const profile = await first(
      'SELECT business_name, contact_phone, shop_count FROM seller_profiles WHERE id = ?',
      seller.profileId,
    )
    expect(profile).toEqual({ business_name: 'Compte effacé', contact_phone: '', shop_count: 0 })
    const wallet = await first(
      'SELECT payout_phone, payout_verified_at FROM wallets WHERE owner_id = ?',
      seller.profileId,
    )
    expect(wallet).toEqual({ payout_phone: null, payout_verified_at: null })
    const duty = await first('SELECT availability, vehicle_plate, lat FROM riders WHERE id = ?', rider.riderId)
    expect(duty).toEqual({ availability: 'OFFLINE', vehicle_plate: null, lat: null })
    expect((await call(guest, 'GET', `/products/${market.productId}`)).status).toBe(404)
    await expectLaws()
  })

  it('who was restored in time keeps everything', async () => {
    const person = await signUp()
    await remove(person.id)
    expect((await restore(person.id)).status).toBe(200)
    const kept = await userRow(person.id)
    await hourCronAfter(31 * DAY_MS)
    expect(await userRow(person.id)).toEqual(kept)
  })

  it('waits for orders and money, is asked again, and keeps nobody else from their turn', async () => {
    const market = await newMarket()
    const other = await signUp()
    await ask(market.buyer)
    await ask(market.seller)
    await ask(other)
    const account = `seller:${market.seller.profileId}:available`
    await transfer('platform:cash', account, 500)
    const placed = await postOrder(market)
    expect(placed.status).toBe(201)
    // The order is still open when the day comes.
    await run('UPDATE users SET erasure_due_at = ? WHERE erasure_due_at IS NOT NULL', Date.now())
    await hourCronAfter(1000)
    expect([await isErased(market.buyer.id), await isErased(market.seller.id), await isErased(other.id)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await userRow(market.buyer.id)).toMatchObject({ email: market.buyer.email, deleted_at: null })
    const ctx = contextNow()
    expect(await dueErasures(ctx)).toEqual([])
    // The commit holds it as well as the question does.
    expect([await eraseUser(ctx, market.buyer.id), await eraseUser(ctx, market.seller.id)]).toEqual([false, false])
    const staff = await signUp('SUPPORT')
    expect((await call(staff, 'POST', `/orders/admin/${placed.data.id}/cancel`)).status).toBe(200)
    await hourCronAfter(1000)
    expect([await isErased(market.buyer.id), await isErased(market.seller.id)]).toEqual([true, false])
    await transfer(account, 'platform:cash', 500)
    await hourCronAfter(1000)
    expect(await isErased(market.seller.id)).toBe(true)
  })

  it('happens once, however many crons tick at once or after each other', async () => {
    const people = await Promise.all([signUp(), signUp(), signUp()])
    for (const { id } of people) await remove(id)
    await hourCronAfter(30 * DAY_MS + 1, 5)
    await hourCronAfter(1000)
    for (const { id } of people) {
      expect(await isErased(id)).toBe(true)
      expect(await count(`audit WHERE target_id = ? AND action = 'user.erase'`, id)).toBe(1)
    }
  })

  it('takes a picture away at a later tick when the process died before it did', async () => {
    const person = await signUp()
    const form = new FormData()
    form.append('avatar', new Blob([jpeg()]))
    const { data } = await call(person, 'POST', '/users/me/avatar', form)
    const key = data.avatarUrl.split('/').at(-1)
    await remove(person.id)
    await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', person.id)
    expect(await eraseUser(contextNow(), person.id)).toBe(true)
    expect(await env.MEDIA.head(key)).not.toBeNull()
    await hourCronAfter(1000)
    expect(await env.MEDIA.head(key)).toBeNull()
    expect(await count('removed_files')).toBe(0)
  })

  it('leaves alone what goes to somebody who has the address by now', async () => {
    const person = await signUp()
    await remove(person.id)
    const newcomer = await signUp()
    await run('UPDATE users SET email = ? WHERE id = ?', person.email, newcomer.id)
    await run(
      `INSERT INTO outbox (id, channel, recipient, kind, subject, body, next_at, created_at) VALUES (?, 'EMAIL', ?, 'x', 'x', 'x', 9e12, 1)`,
      ...[crypto.randomUUID(), person.email],
    )
    await hourCronAfter(30 * DAY_MS + 1)
    expect(await isErased(person.id)).toBe(true)
    expect(await count(`outbox WHERE status = 'PENDING' AND recipient = ?`, person.email)).toBe(1)
    expect(await userRow(newcomer.id)).toMatchObject({ email: person.email, erased_at: null })
  })

  it('does not leave the market without an ADMIN', async () => {
    const boss = await signUp('ADMIN')
    await signUp('ADMIN').then(async (second) => {
      await ask(boss)
      await run(`UPDATE users SET role = 'SUPPORT' WHERE role = 'ADMIN' AND id <> ?`, boss.id)
      await hourCronAfter(30 * DAY_MS + 1)
      expect(await isErased(boss.id)).toBe(false)
      await run(`UPDATE users SET role = 'ADMIN' WHERE id = ?`, second.id)
      await hourCronAfter(1000)
      expect(await isErased(boss.id)).toBe(true)
      await run(`UPDATE users SET role = 'ADMIN' WHERE id = ?`, admin.id)
    })
  })

  it('is decided in its commit: nobody before their day, or who thought again since the cron looked', async () => {
    const person = await signUp()
    const erase = () => eraseUser(contextNow(), person.id)
    expect(await erase(), 'nobody asked for it').toBe(false)
    await ask(person)
    expect(await erase(), 'the day has not come').toBe(false)
    await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', person.id)
    await cancel(person)
    expect(await erase(), 'they thought again').toBe(false)
    expect((await call(person, 'GET', '/users/me')).data.email).toBe(person.email)
  })

  it('an erasure and a restoration of the same moment: one of both happens', async () => {
    for (let round = 0; round < 4; round++) {
      const person = await signUp()
      await remove(person.id)
      await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', person.id)
      const [erased, restored] = await Promise.all([eraseUser(contextNow(), person.id), restore(person.id)])
      expect([erased, restored.status]).toEqual(erased ? [true, 409] : [false, 200])
      expect(await isErased(person.id)).toBe(erased)
    }
  })
})
