import { describe, expect, it } from 'vitest'
import { call, type Person, together } from '#testing/api.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'
import * as P from '#testing/stories/people.ts'

const on = (device: string) => ({ 'x-device-token': device })
/** On a device with this token the account has tries of its own, whatever strangers did. */
async function isKnown(email: string, password: string, device: string): Promise<boolean> {
  await together(10, () => P.enter(email, 'Faux-mot-1-x'))
  expect((await P.enter(email, password)).status).toBe(429)
  return (await P.enter(email, password, on(device))).status === 200
}

describe('the device on which this changed is known anew', () => {
  it('the address', async () => {
    const person: Person = await P.withSecond(await P.freshlySignedIn())
    const second = (person as Person & { second: string }).second
    const { data } = await call(person, 'POST', '/auth/secondary-email/promote', { email: second })
    expect(await isKnown(second, PASSWORD, data.deviceToken)).toBe(true)
  })
})
