import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { minuteCronAfter, wait } from '#testing/clock.ts'
import { count } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan } from '#testing/fixtures/subscriptions.ts'
import { approve, movementsOf, pause, settleMovement, signCallback, until } from '#testing/sandbox.ts'
import { callWith, freshAddress, from } from '#testing/stories/people.ts'

type Signed = Awaited<ReturnType<typeof signCallback>>
const send = ({ url, headers, body }: Signed, more: Record<string, string> = {}) =>
  // A service with settings of its own has clients of its own: they ask through the fetch that is watched.
  callWith({}, guest, 'POST', new URL(url).pathname.replace('/api/v1', ''), body, { ...headers, ...more })

/** A deposit through gateway A that waits on a phone. */
async function openDeposit() {
  const phone = freshPhone()
  const seller = await newSeller()
  const asked = await call(seller, 'POST', '/subscriptions', subscriptionBody((await newPlan()).id, `+${phone}`))
  expect(asked.status).toBe(201)
  const [movement] = await movementsOf(phone)
  return { id: movement?.id ?? '', phone, seller }
}
/** Counts from here what the service asks gateway A. */
function calls() {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const asked = () =>
    fetched.mock.calls
      .map(([target]) => String(target instanceof Request ? target.url : target))
      .filter((url) => url.includes('pawapay.test'))
  return { asked, about: (id: string) => asked().filter((url) => url.includes(id)).length }
}
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a callback of gateway A that is not signed, or forged', () => {
  it('asks gateway A nothing about the movement where it is forged, and once where it is not signed', async () => {
    const { id } = await openDeposit()
    const signed = await signCallback(id)
    await send(await signCallback((await openDeposit()).id))
    wait(61_000)
    const { about } = calls()
    const { 'content-type': type = 'application/json' } = signed.headers
    for (let i = 0; i < 10; i++) await send({ ...signed, body: `${signed.body} ` })
    await pause(200)
    expect(about(id)).toBe(0)
    // Not signed at all it is never believed, and may make us read the movement with our own token: once in 30 seconds.
    for (let i = 0; i < 10; i++) await send({ ...signed, headers: { 'content-type': type } })
    await pause(200)
    expect(about(id)).toBe(1)
  })

  it('with a key nobody knows makes us look for keys once, not each time', async () => {
    const { id } = await openDeposit()
    const signed = await signCallback(id)
    const forged = (name: string): Signed => ({
      ...signed,
      headers: Object.fromEntries(
        Object.entries(signed.headers).map(([key, value]) => [key, value.replace(/keyid="[^"]*"/, `keyid="${name}"`)]),
      ),
    })
    expect(JSON.stringify(forged('INCONNU').headers)).toContain('INCONNU')
    const fresh = await signCallback(id)
    const { asked } = calls()
    for (let i = 0; i < 10; i++)
      expect((await send({ ...forged('INCONNU'), body: fresh.body })).status).toBeGreaterThanOrEqual(400)
    expect(asked().length).toBeLessThanOrEqual(1)
  })
})

describe('a callback of gateway A that is signed', () => {
  it('has a question of its own each time, whoever asked a moment ago', async () => {
    const { id } = await openDeposit()
    wait(61_000)
    const signed = await signCallback(id)
    const { about } = calls()
    for (let i = 0; i < 10; i++) expect((await send(signed)).status).toBe(200)
    expect(about(id)).toBe(10)
  })

  it('that comes before its question is due is asked about then: the end of an attempt is known a minute later', async () => {
    const { id, phone, seller } = await openDeposit()
    wait(61_000)
    const signed = await signCallback(id)
    expect((await send(signed)).status).toBe(200)
    await settleMovement(id, 'approve', ['silent'])
    expect((await send(await signCallback(id))).status).toBe(200)
    await minuteCronAfter(35_000)
    await until(async () => {
      const { data } = await call(seller, 'GET', '/subscriptions/me')
      return data.subscription?.status === 'ACTIVE'
    }, `the deposit from ${phone}`)
  })

  it('about a final movement asks nothing', async () => {
    const { id, phone } = await openDeposit()
    const signed = await signCallback(id)
    await approve(phone)
    const final = await signCallback(id)
    wait(61_000)
    const { about } = calls()
    for (let i = 0; i < 5; i++) {
      await send(signed)
      await send(final)
    }
    expect(about(id)).toBe(0)
  })

  it('that contradicts a final attempt opens one incident, and moves nothing', async () => {
    const { id, phone, seller } = await openDeposit()
    await approve(phone)
    const { body } = await signCallback(id)
    const before = await count('incidents')
    const contrary = await signCallback(id, { body: body.replace(/"status":\s*"COMPLETED"/, '"status":"FAILED"') })
    expect(contrary.body).toContain('FAILED')
    for (let i = 0; i < 3; i++) expect((await send(contrary)).status).toBe(200)
    expect(await count('incidents')).toBe(before + 1)
    expect((await call(seller, 'GET', '/subscriptions/me')).data.subscription.status).toBe('ACTIVE')
  })

  it('does not count among the guests of its address', async () => {
    const { id } = await openDeposit()
    const address = from(freshAddress())
    const answers = []
    for (let i = 0; i < 14; i++) {
      const signed = await signCallback(id)
      answers.push(...(await together(50, () => send(signed, address))))
    }
    expect(tally(answers)).toEqual({ 200: 700 })
    expect((await call(guest, 'GET', '/plans', undefined, address)).status).toBe(200)
  })
})
