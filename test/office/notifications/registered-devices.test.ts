import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { expectUnknownIs404, faults, ok, prefer, preferences, refusal } from '#testing/stories/office.ts'
import { signedIn, withNumber } from '#testing/stories/people.ts'
import {
  addDevice,
  type Browser,
  devicesOf,
  listDevices,
  newBrowser,
  registered,
  removeDevice,
  vapidKey,
} from '#testing/stories/pushes.ts'

// Rule 8.5.4: POST /notifications/devices (any): {kind WEB_PUSH, endpoint, keys} or {kind FCM, token}, deviceName? 0-60 -> 201 Device {id, kind,
// deviceName, createdAt, lastUsedAt, current}; GET and DELETE of them; 10 a person (the oldest goes); preferences gain `push` in each group;
// GET /config the VAPID key.
//
// Silent: the keys' names (those of the Push API: p256dh, auth); whether the same endpoint again is the same device; the list's name (devices).

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
const fcm = (as: Person | null, more: object = {}) =>
  call(as, 'POST', '/notifications/devices', { kind: 'FCM', token: `fcm-${crypto.randomUUID()}:APA91b`, ...more })
const { keys: KEYS } = newBrowser()
/** The key with other bytes. */
const bytes = (count: number, first = 4) => Buffer.from([first, ...Array(count - 1).fill(7)]).toString('base64url')

describe('a device', () => {
  it('8.5.4 is registered by whoever is signed in, and shows neither its address nor its keys', async () => {
    const person = await signUp()
    const browser = newBrowser()
    const answer = await addDevice(person, browser, { deviceName: 'Tecno Spark' })
    expect([answer.status, answer.error]).toEqual([201, undefined])
    const { id, lastUsedAt, ...shown } = answer.data
    expect(shown).toEqual({ kind: 'WEB_PUSH', deviceName: 'Tecno Spark', createdAt: TIME, current: true })
    expect(lastUsedAt === null || typeof lastUsedAt === 'string').toBe(true)
    expect(await devicesOf(person)).toEqual([{ id, lastUsedAt, ...shown }])
    const said = JSON.stringify([answer.body, (await listDevices(person)).body])
    for (const secret of [browser.endpoint, browser.keys.auth, browser.keys.p256dh]) expect(said).not.toContain(secret)
  })

  it('8.5.4 of an application has a token, which nobody reads again', async () => {
    const person = await signUp()
    const token = `fcm-${crypto.randomUUID()}:APA91b`
    const answer = await fcm(person, { token })
    expect([answer.status, answer.data?.kind]).toEqual([201, 'FCM'])
    expect(JSON.stringify([answer.body, await devicesOf(person)])).not.toContain(token)
  })

  it('8.5.4 is for roles of every kind, and not for guests', async () => {
    for (const role of ['BUYER', 'SELLER', 'SUPPORT', 'ADMIN', 'ACCOUNTANT'] as const)
      expect((await addDevice(await signUp(role), newBrowser())).status, role).toBe(201)
    const statuses = [
      await addDevice(guest, newBrowser()),
      await listDevices(guest),
      await removeDevice(guest, crypto.randomUUID()),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401])
  })

  it.each<[string, object, string]>([
    ['no kind', { kind: undefined }, 'kind'],
    ['an unknown kind', { kind: 'APNS' }, 'kind'],
    ['no endpoint', { endpoint: undefined }, 'endpoint'],
    ['no keys', { keys: undefined }, 'keys'],
    ['one key', { keys: { p256dh: KEYS.p256dh } }, 'keys.auth'],
    ['another point of 64 bytes', { keys: { ...KEYS, p256dh: bytes(64) } }, 'keys.p256dh'],
    ['a compressed point', { keys: { ...KEYS, p256dh: bytes(33, 2) } }, 'keys.p256dh'],
    ['a secret of 15 bytes', { keys: { ...KEYS, auth: bytes(15) } }, 'keys.auth'],
    ['letters that are no base64url', { keys: { ...KEYS, auth: '!'.repeat(22) } }, 'keys.auth'],
    ['a name of 61 characters', { deviceName: 'x'.repeat(61) }, 'deviceName'],
    ['a name that turns text round', { deviceName: 'Aline\u202Egnp.exe' }, 'deviceName'],
    ['a token beside an endpoint', { token: 'x'.repeat(40) }, 'token'],
    ['a field that nobody knows', { userId: crypto.randomUUID() }, 'userId'],
  ])('8.5.4 is refused with %s', async (_, wrong, field) => {
    const person = await signUp()
    const body = { kind: 'WEB_PUSH', endpoint: newBrowser().endpoint, keys: KEYS, ...wrong }
    const found = faults(await call(person, 'POST', '/notifications/devices', body))
    expect(
      found.some((name) => field.startsWith(name) || name.startsWith(field)),
      found.join(),
    ).toBe(true)
    expect(await devicesOf(person)).toEqual([])
  })

  it('8.5.4 of an application is refused without a token, or with an endpoint', async () => {
    const person = await signUp()
    for (const wrong of [
      { token: undefined },
      { token: '' },
      { token: 'x'.repeat(10_000) },
      { endpoint: newBrowser().endpoint },
    ])
      expect((await fcm(person, wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(400)
  })

  it('8.5.4 may have no name, an empty one, and one of 60', async () => {
    const person = await signUp()
    for (const deviceName of [undefined, '', 'x'.repeat(60)])
      expect((await addDevice(person, newBrowser(), { deviceName })).status).toBe(201)
  })
})

describe('the devices of a person', () => {
  it('8.5.4 are ten: the eleventh takes the place of the oldest, over all sessions', async () => {
    const person = await signUp()
    const phone = await signedIn(person)
    const made: string[] = []
    for (let i = 0; i < 11; i++) made.push((await registered(i % 2 ? person : phone, newBrowser())).id)
    const left = (await devicesOf(person)).map(({ id }) => id)
    expect(left.sort()).toEqual(made.slice(1).sort())
  })

  it('8.5.4 say which one belongs to the session that asks', async () => {
    const person = await signUp()
    const phone = await signedIn(person)
    const [mine, other] = [await registered(person, newBrowser()), await registered(phone, newBrowser())]
    const current = async (as: Person) => (await devicesOf(as)).flatMap((one) => (one.current ? [one.id] : []))
    expect([await current(person), await current(phone)]).toEqual([[mine.id], [other.id]])
  })

  it('8.5.4 are one’s own: another’s is neither seen nor removed', async () => {
    const [owner, stranger] = [await signUp(), await signUp('ADMIN')]
    const { id } = await registered(owner, newBrowser())
    expect(await devicesOf(stranger)).toEqual([])
    expect(refusal(await removeDevice(stranger, id))).toEqual([404, 'NOT_FOUND'])
    expect((await devicesOf(owner)).map((one) => one.id)).toEqual([id])
    await expectUnknownIs404(owner, 'DELETE', (unknown) => `/notifications/devices/${unknown}`)
    expect(ok(await removeDevice(owner, id))).toEqual({ deleted: true })
    expect(await devicesOf(owner)).toEqual([])
    expect(refusal(await removeDevice(owner, id))).toEqual([404, 'NOT_FOUND'])
  })

  it('8.5.4 hold an address once: again by its owner it is one device, by another person it is theirs', async () => {
    const [before, after] = [await signUp(), await signUp()]
    const browser: Browser = newBrowser()
    await registered(before, browser)
    await registered(before, browser)
    await registered(await signedIn(before), browser)
    expect(await devicesOf(before)).toHaveLength(1)
    await registered(after, browser)
    expect([await devicesOf(before), (await devicesOf(after)).length]).toEqual([[], 1])
  })
})

describe('beside devices', () => {
  it('8.5.4 the preferences say `push` in each group: all on but marketing', async () => {
    const person = await withNumber(await signedIn(await signUp(), PASSWORD))
    const pushes = async () => {
      const { locale: _, ...groups } = await preferences(person)
      return Object.fromEntries(
        Object.entries(groups).map(([name, group]) => [name, (group as { push?: boolean }).push]),
      )
    }
    expect(await pushes()).toEqual({ orders: true, payments: true, messages: true, marketing: false })
    ok(await prefer(person, { orders: { push: false }, marketing: { push: true } }))
    expect(await pushes()).toEqual({ orders: false, payments: true, messages: true, marketing: true })
    expect((await preferences(person)).orders).toMatchObject({ inApp: true, email: true, sms: false })
    expect((await prefer(person, { orders: { push: 'oui' } })).status).toBe(400)
  })

  it('8.5.4 the configuration says the key of the service, a point of 65 bytes, the same each time', async () => {
    const key = await vapidKey()
    expect(Buffer.from(key, 'base64url')[0]).toBe(4)
    expect(await vapidKey()).toBe(key)
  })
})
