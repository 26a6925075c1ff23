import { describe, expect, it } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { cookieOf } from '#testing/stories/live-hearing.ts'
import { people } from '#testing/stories/orders.ts'
import { browse, signedIn } from '#testing/stories/people.ts'
import { addDevice, devicesOf, newBrowser, registered, removeDevice } from '#testing/stories/pushes.ts'

// Rule 8.5.4: 10 a person (the oldest goes), a device belongs to the session that made it: held in a race too. A browser registers by its cookie.

describe('devices registered at once', () => {
  it('8.5.4 are ten at the end, however many come together', async () => {
    const person = await signUp()
    const answers = await together(25, () => addDevice(person, newBrowser()))
    for (const status of Object.keys(tally(answers))) expect(['201', '409', '503']).toContain(status)
    const left = (await devicesOf(person)).length
    expect([left > 0, left <= 10]).toEqual([true, true])
    await registered(person, newBrowser())
    expect((await devicesOf(person)).length).toBeLessThanOrEqual(10)
  })

  it('8.5.4 by one address are one: of the same session, and of five people', async () => {
    const [person, browser] = [await signUp(), newBrowser()]
    await together(10, () => addDevice(person, browser))
    expect(await devicesOf(person)).toHaveLength(1)
    const five = await people(5)
    await Promise.all(five.map((one) => addDevice(one, browser)))
    const lists = await Promise.all([person, ...five].map((one) => devicesOf(one)))
    expect(lists.flat()).toHaveLength(1)
    expect(lists[0]).toEqual([])
  })

  it('8.5.4 removed ten times at once are removed once', async () => {
    const person = await signUp()
    const { id } = await registered(person, newBrowser())
    expect(tally(await together(10, () => removeDevice(person, id)))).toEqual({ 200: 1, 404: 9 })
  })

  it('8.5.4 sent again under one Idempotency-Key are one', async () => {
    const person = await signUp()
    const [browser, headers] = [newBrowser(), { 'idempotency-key': crypto.randomUUID() }]
    const body = { kind: 'WEB_PUSH', endpoint: browser.endpoint, keys: browser.keys }
    const sent = async () => call(person, 'POST', '/notifications/devices', body, headers)
    const [first, again] = [await sent(), await sent()]
    expect([first.status, again.status, again.data?.id]).toEqual([201, 201, first.data?.id])
    expect(await devicesOf(person)).toHaveLength(1)
  })
})

describe('a browser', () => {
  it('8.5.4 registers by its cookie from our own pages, and from no other', async () => {
    const person = await signUp()
    const cookie = cookieOf(
      await browse('POST', '/auth/login/password', { body: { email: person.email, password: PASSWORD } }),
    )
    const { endpoint, keys } = newBrowser()
    const body = { kind: 'WEB_PUSH', endpoint, keys }
    const foreign = await browse('POST', '/notifications/devices', {
      cookie,
      body,
      headers: { origin: 'https://evil.test' },
    })
    expect(foreign.status).toBe(403)
    expect(await devicesOf(await signedIn(person))).toEqual([])
    const own = await browse('POST', '/notifications/devices', { cookie, body })
    expect(own.status).toBe(201)
    const { data } = (await own.json()) as { data: { id: string } }
    expect(await devicesOf(person)).toMatchObject([{ id: data.id, current: false }])
    expect((await browse('POST', '/auth/logout', { cookie })).status).toBe(200)
    expect(await devicesOf(person)).toEqual([])
  })
})
