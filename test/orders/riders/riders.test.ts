import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, reasons, tally, together } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { newRider, newZone } from '#testing/fixtures/deliveries.ts'
import { changeUser, signUp, withPhone } from '#testing/fixtures/people.ts'
import { inbox, until } from '#testing/sandbox.ts'

const apply = (as: Caller, body: unknown = { vehicleType: 'MOTO' }) => call(as, 'POST', '/riders/apply', body)
const decide = async (id: string, decision: string, body: unknown = {}) =>
  call(await signUp('SUPPORT'), 'POST', `/riders/${id}/${decision}`, body)

describe('an application', () => {
  it('makes a buyer a RIDER at once, PENDING, with an empty wallet', async () => {
    const person = await withPhone()
    const zone = await newZone('Bukavu')
    const { data } = await apply(person, { vehicleType: 'BICYCLE', vehiclePlate: ' KV 1234 ', zones: [zone] })
    expect(data).toMatchObject({
      userId: person.id,
      phone: person.phone,
      status: 'PENDING',
      availability: 'OFFLINE',
      vehicleType: 'BICYCLE',
      vehiclePlate: 'KV 1234',
      zones: [zone],
      activeJobs: 0,
      completedCount: 0,
      lastLocation: null,
    })
    expect((await call(person, 'GET', '/auth/me')).data.role).toBe('RIDER')
    const me = await call(person, 'GET', '/riders/me')
    expect(me.data).toEqual(data)
    expect(me.headers.get('x-d1-round-trips')).toBe('2')
    const wallet = await env.DB.prepare('SELECT owner_kind FROM wallets WHERE owner_id = ?')
      .bind(data.id)
      .first('owner_kind')
    expect(wallet).toBe('rider')
  })

  it('needs a verified number', async () => {
    expect(await apply(await signUp())).toMatchObject({ status: 403, error: { reason: 'PHONE_NOT_VERIFIED' } })
  })

  it('is made once, also of fifty at once', async () => {
    const person = await withPhone()
    const answers = await together(50, () => apply(person))
    expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
    expect(reasons(answers)).toEqual({ ok: 1, ALREADY_EXISTS: 49 })
  })

  it.each(['SELLER', 'SUPPORT', 'ADMIN', 'ACCOUNTANT'] as const)('is not for %s', async (role) => {
    const person = await signUp(role)
    await changeUser(person.id, 'phone = ?, phone_verified_at = 1', `9${Date.now()}`)
    expect(await apply(person)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    expect((await call(person, 'GET', '/auth/me')).data.role).toBe(role)
  })

  it.each([
    [{}, 'vehicleType'],
    [{ vehicleType: 'BUS' }, 'vehicleType'],
    [{ vehicleType: 'CAR', vehiclePlate: '' }, 'vehiclePlate'],
    [{ vehicleType: 'CAR', zones: 'all' }, 'zones'],
    [{ vehicleType: 'CAR', zones: ['no-such-zone'] }, 'zones'],
    [{ vehicleType: 'CAR', status: 'ACTIVE' }, 'status'],
  ])('refuses %j', async (body, field) => {
    expect(await apply(await withPhone(), body)).toMatchObject({ status: 400, error: { details: [{ field }] } })
  })

  it('a person may apply again after a refusal', async () => {
    const person = await withPhone()
    const { data } = await apply(person)
    expect(await decide(data.id, 'reject')).toMatchObject({ status: 400, error: { details: [{ field: 'reason' }] } })
    expect(await decide(data.id, 'reject', { reason: 'Photo illisible' })).toMatchObject({
      data: { status: 'REJECTED' },
    })
    const told = await until(async () =>
      (await inbox(person.email)).find(({ subject }) => subject === 'Candidature refusée'),
    )
    expect(told.text).toContain('Photo illisible')
    const again = await apply(person, { vehicleType: 'CAR' })
    expect(again).toMatchObject({ status: 201, data: { id: data.id, status: 'PENDING', vehicleType: 'CAR' } })
  })
})

describe('staff', () => {
  it('approve, suspend and reactivate, each once and in that order', async () => {
    const { data } = await apply(await withPhone())
    const refused = await decide(data.id, 'suspend', { reason: 'x' })
    expect(refused).toMatchObject({ status: 409, error: { reason: 'INVALID_TRANSITION' } })
    expect(refused.error?.message).toBe("Impossible de suspendre : le livreur est en attente d'approbation.")
    const answers = await together(20, () => decide(data.id, 'approve'))
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 })
    expect(await decide(data.id, 'suspend', { reason: 'Plaintes' })).toMatchObject({ data: { status: 'SUSPENDED' } })
    expect(await decide(data.id, 'reactivate')).toMatchObject({ data: { status: 'ACTIVE', availability: 'OFFLINE' } })
    const acts = await env.DB.prepare('SELECT action FROM audit WHERE target_id = ? ORDER BY id').bind(data.id).all()
    expect(acts.results.map(({ action }) => action)).toEqual(['rider.approve', 'rider.suspend', 'rider.reactivate'])
  })

  it('list riders, newest first, all or by status, with totals', async () => {
    const rider = await newRider()
    const everybody = await call(await signUp('SUPPORT'), 'GET', '/riders?limit=1')
    expect(everybody.data.riders[0].id).toBe(rider.riderId)
    const total = await count("riders WHERE status = 'ACTIVE'")
    const active = await call(await signUp('SUPPORT'), 'GET', '/riders?status=ACTIVE')
    expect(active.data.pagination.total).toBe(total)
    expect(active.headers.get('x-d1-round-trips')).toBe('1')
    expect(await call(await signUp('SUPPORT'), 'GET', '/riders?status=HAPPY')).toMatchObject({ status: 400 })
  })

  it('only they see and decide', async () => {
    const rider = await newRider()
    for (const as of [rider, await signUp()]) {
      expect(await call(as, 'GET', '/riders')).toMatchObject({ status: 403 })
      expect(await call(as, 'GET', `/riders/${rider.riderId}`)).toMatchObject({ status: 403 })
      expect(await call(as, 'POST', `/riders/${rider.riderId}/suspend`, { reason: 'x' })).toMatchObject({ status: 403 })
    }
    expect(await call(guest, 'GET', '/riders')).toMatchObject({ status: 401 })
    expect(await decide('nobody', 'approve')).toMatchObject({ status: 404 })
    expect(await call(await signUp('SUPPORT'), 'GET', '/riders/nobody')).toMatchObject({ status: 404 })
    expect(await call(await signUp('SUPPORT'), 'GET', `/riders/${rider.riderId}`)).toMatchObject({
      data: { id: rider.riderId },
    })
  })
})

describe('a rider', () => {
  it('goes ONLINE once ACTIVE, and not before or after', async () => {
    const person = await withPhone()
    const { data } = await apply(person)
    const available = (availability: unknown) => call(person, 'POST', '/riders/me/availability', { availability })
    expect(await available('ONLINE')).toMatchObject({ status: 403, error: { reason: 'RIDER_NOT_ACTIVE' } })
    await decide(data.id, 'approve')
    const online = await available('ONLINE')
    expect(online.data.availability).toBe('ONLINE')
    expect(online.headers.get('x-d1-round-trips')).toBe('2')
    expect(await available('BUSY')).toMatchObject({ status: 400 })
    expect(await available(undefined)).toMatchObject({ status: 400 })
    expect((await available('OFFLINE')).data.availability).toBe('OFFLINE')
    await available('ONLINE')
    expect(await decide(data.id, 'suspend', { reason: 'x' })).toMatchObject({ data: { availability: 'OFFLINE' } })
    expect(await available('ONLINE')).toMatchObject({ status: 403 })
  })

  it('changes their vehicle and zones, and nothing else', async () => {
    const rider = await newRider()
    const zone = await newZone('Goma')
    const edit = (body: unknown) => call(rider, 'PUT', '/riders/me', body)
    expect((await edit({ vehiclePlate: 'AB 1' })).data).toMatchObject({ vehiclePlate: 'AB 1', vehicleType: 'MOTO' })
    expect((await edit({ zones: [zone], vehiclePlate: null })).data).toMatchObject({
      zones: [zone],
      vehiclePlate: null,
    })
    expect((await edit({ vehicleType: 'CAR' })).data).toMatchObject({ zones: [zone], vehicleType: 'CAR' })
    for (const body of [
      { status: 'ACTIVE' },
      { zones: ['x'] },
      { zones: [zone, zone] },
      { vehicleType: null },
      { activeJobs: 0 },
    ]) {
      expect(await edit(body)).toMatchObject({ status: 400 })
    }
  })

  it('tells where they are', async () => {
    const rider = await newRider()
    const { data } = await call(rider, 'POST', '/riders/me/location', { lat: -2.5, lng: 28.86 })
    expect(data.lastLocation).toMatchObject({ lat: -2.5, lng: 28.86 })
    for (const body of [
      {},
      { lat: 91, lng: 0 },
      { lat: 0, lng: 181 },
      { lat: '1', lng: 2 },
      { lat: 1, lng: 2, at: 3 },
    ]) {
      expect(await call(rider, 'POST', '/riders/me/location', body)).toMatchObject({ status: 400 })
    }
  })

  it('is a RIDER who has applied', async () => {
    const notYet = await signUp('RIDER')
    const buyer = await signUp()
    for (const [method, path, body] of [
      ['GET', '/riders/me', undefined],
      ['PUT', '/riders/me', {}],
      ['POST', '/riders/me/availability', { availability: 'ONLINE' }],
      ['POST', '/riders/me/location', { lat: 1, lng: 1 }],
    ] as const) {
      expect(await call(notYet, method, path, body)).toMatchObject({ status: 403 })
      expect(await call(buyer, method, path, body)).toMatchObject({ status: 403 })
      expect(await call(guest, method, path, body)).toMatchObject({ status: 401 })
    }
  })
})
