import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { PASSWORD, signIn, signUp } from '#testing/fixtures/people.ts'
import { newBrowser } from '#testing/push-receiver.ts'
import { asDevice, devicesOf, register, subscribed, withApp } from '#testing/stories/devices.ts'
import { ok } from '#testing/stories/office.ts'
import { DAY } from '#testing/stories/people.ts'

// Rule 8.5.4: devices {kind WEB_PUSH, endpoint, keys} or {kind FCM, token}, deviceName? 0-60; 10 a person (the oldest goes); hosts
// of push services only (400); a device belongs to the session that made it and goes with it.

const rows = async (id: string) =>
  Number((await first<{ n: number }>('SELECT count(*) AS n FROM push_devices WHERE user_id = ?', id))?.n)
const again = async ({ email, role }: Person) => signIn(email, role)

describe('a device', () => {
  it('is a browser or an app, shown without its address', async () => {
    const person = await signUp()
    const browser = newBrowser()
    const device = ok(await register(person, asDevice(browser, { deviceName: 'Tecno Spark' })))
    expect(device).toMatchObject({ kind: 'WEB_PUSH', deviceName: 'Tecno Spark', lastUsedAt: null, current: true })
    const app = await withApp(person)
    const shown = await devicesOf(person)
    expect(shown.map(({ id, kind, deviceName }) => [id, kind, deviceName])).toEqual([
      [app.id, 'FCM', null],
      [device.id, 'WEB_PUSH', 'Tecno Spark'],
    ])
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${browser.keys.auth}|googleapis|${app.token}`))
    expect(Object.keys(device).sort()).toEqual(['createdAt', 'current', 'deviceName', 'id', 'kind', 'lastUsedAt'])
  })

  it('says which session registered it', async () => {
    const phone = await signUp()
    const laptop = await again(phone)
    await subscribed(phone)
    const [seen] = await devicesOf(laptop)
    expect(seen.current).toBe(false)
  })

  it('is renewed by its own address', async () => {
    const person = await signUp()
    const browser = newBrowser()
    const device = ok(await register(person, asDevice(browser, { deviceName: 'vieux' })))
    const keys = newBrowser().keys
    const renewed = ok(await register(await again(person), { ...asDevice(browser), keys, deviceName: '' }))
    expect(renewed).toMatchObject({ id: device.id, deviceName: null, current: true })
    expect(await devicesOf(person)).toHaveLength(1)
    expect(await first('SELECT auth FROM push_devices WHERE id = ?', device.id)).toEqual({ auth: keys.auth })
  })

  it('is a new one of whoever registers its address later: a shared phone has one owner', async () => {
    const [before, after] = [await signUp(), await signUp()]
    const { id, ...browser } = await subscribed(before)
    const moved = ok(await register(after, asDevice(browser)))
    expect(moved.id).not.toBe(id)
    expect(await devicesOf(before)).toEqual([])
    expect((await devicesOf(after)).map((each) => each.id)).toEqual([moved.id])
  })

  it('is removed by its owner, and by nobody else', async () => {
    const [person, stranger] = [await signUp(), await signUp()]
    const { id } = await subscribed(person)
    expect((await call(stranger, 'DELETE', `/notifications/devices/${id}`)).status).toBe(404)
    expect((await call(guest, 'DELETE', `/notifications/devices/${id}`)).status).toBe(401)
    expect(ok(await call(person, 'DELETE', `/notifications/devices/${id}`))).toEqual({ deleted: true })
    expect((await call(person, 'DELETE', `/notifications/devices/${id}`)).status).toBe(404)
    expect(await rows(person.id)).toBe(0)
  })
})

describe('ten devices', () => {
  it('are all: the oldest goes, and a renewed one makes no room', async () => {
    const person = await signUp()
    const browsers = []
    for (let i = 0; i < 10; i++) browsers.push(await subscribed(person))
    const [oldest, second] = browsers
    if (!oldest || !second) throw new Error('none')
    ok(await register(person, asDevice(oldest)))
    expect(await devicesOf(person)).toHaveLength(10)
    const app = await withApp(person)
    const ids = (await devicesOf(person)).map(({ id }) => id)
    expect([ids.length, ids[0], ids.includes(oldest.id), ids.includes(second.id)]).toEqual([10, app.id, false, true])
  })

  it('stay ten if an eleventh and a twelfth come at once', async () => {
    const person = await signUp()
    for (let i = 0; i < 10; i++) await subscribed(person)
    await Promise.all([subscribed(person), withApp(person), subscribed(person)])
    expect(await rows(person.id)).toBe(10)
  })
})

describe('what is no device', () => {
  it.each([
    ['nothing', {}],
    ['another kind', { kind: 'SMS', token: 'x'.repeat(30) }],
    ['a browser without its keys', { kind: 'WEB_PUSH', endpoint: newBrowser().endpoint }],
    ['a browser without its endpoint', { kind: 'WEB_PUSH', keys: newBrowser().keys }],
    ['a browser with a token', { ...asDevice(newBrowser()), token: 'x'.repeat(30) }],
    ['an app with an endpoint', { kind: 'FCM', token: 'x'.repeat(30), endpoint: newBrowser().endpoint }],
    ['an app with keys', { kind: 'FCM', token: 'x'.repeat(30), keys: newBrowser().keys }],
    ['an app without its token', { kind: 'FCM' }],
    ['a token of one sign', { kind: 'FCM', token: 'x' }],
    ['a token with a path', { kind: 'FCM', token: `${'x'.repeat(30)}/../..` }],
    ['a short key', { ...asDevice(newBrowser()), keys: { ...newBrowser().keys, auth: 'AAAA' } }],
    ['a key too many', { ...asDevice(newBrowser()), keys: { ...newBrowser().keys, other: 'x' } }],
    ['a long name', asDevice(newBrowser(), { deviceName: 'x'.repeat(61) })],
  ])('%s', async (_what, body) => {
    expect(await register(await signUp(), body)).toMatchObject({ status: 400 })
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:444/a',
    'https://fcm.googleapis.com./a',
    'https://fcm.googleapis.com@169.254.169.254/a',
    'https://evil.test/fcm.googleapis.com',
    'https://10.0.0.1/a',
    'https://[::1]/a',
    'https://ｆcm.googleapis.com/a',
    'https://localhost:8788/web-push/a',
  ])('%s', async (endpoint) => {
    const refused = await register(await signUp(), { ...asDevice(newBrowser()), endpoint })
    expect(refused).toMatchObject({ status: 400, error: { details: [{ field: 'endpoint' }] } })
  })

  it('a guest has none, and an account a hundred registrations a day', async () => {
    expect((await register(guest, asDevice(newBrowser()))).status).toBe(401)
    const person = await signUp()
    await subscribed(person)
    await run(`UPDATE attempts SET count = 100 WHERE key = 'devices:' || ?`, person.id)
    expect((await register(person, asDevice(newBrowser()))).status).toBe(429)
  })
})

describe('a device ends with its session', () => {
  const ends: [how: string, end: (person: Person, other: Person) => Promise<unknown>][] = [
    ['signed out', (person) => call(person, 'POST', '/auth/logout', {})],
    [
      'ended from another device',
      async (_person, other) => {
        const { sessions } = ok(await call(other, 'GET', '/auth/sessions'))
        const theirs = sessions.find(({ current }: { current: boolean }) => !current)
        return ok(await call(other, 'DELETE', `/auth/sessions/${theirs.id}`))
      },
    ],
    ['all signed out', (person) => call(person, 'POST', '/auth/logout-all', {})],
    [
      'a new password',
      (_person, other) =>
        call(other, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: 'Un-tout-autre-mot-8' }),
    ],
    ['blocked', async ({ id }) => call(await signUp('ADMIN'), 'POST', `/users/${id}/block`, { reason: 'Fraude' })],
    ['another role', async ({ id }) => call(await signUp('ADMIN'), 'POST', `/users/${id}/role`, { role: 'SUPPORT' })],
    ['a row that is deleted', async ({ id }) => run('DELETE FROM sessions WHERE user_id = ?', id)],
  ]
  it.each(ends)('%s', async (_how, end) => {
    const person = await signUp()
    await subscribed(person)
    const other = await again(person)
    await end(person, other)
    expect(await rows(person.id)).toBe(0)
  })

  it('and not with another session of the same person', async () => {
    const person = await signUp()
    const other = await again(person)
    await subscribed(other)
    await call(person, 'POST', '/auth/logout', {})
    expect(await devicesOf(other)).toHaveLength(1)
  })

  it('by time: it is shown no more, and is forgotten with the session', async () => {
    const person = await signUp()
    await subscribed(person)
    await run('UPDATE sessions SET expires_at = ? WHERE user_id = ?', Date.now() - 1, person.id)
    const other = await again(person)
    expect(await devicesOf(other)).toEqual([])
    await hourCronAfter(31 * DAY)
    expect(await rows(person.id)).toBe(0)
  })

  it('and none is registered by a session that ends meanwhile', async () => {
    const person = await signUp()
    await Promise.all([register(person, asDevice(newBrowser())), call(person, 'POST', '/auth/logout', {})])
    expect(await rows(person.id)).toBe(0)
  })
})

it('browsers find the key in the configuration', async () => {
  const { vapidPublicKey } = ok(await call(guest, 'GET', '/config'))
  expect(Buffer.from(vapidPublicKey, 'base64url')).toHaveLength(65)
})
