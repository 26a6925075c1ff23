import { expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { mailedToken } from '#testing/fixtures/mails.ts'
import { NEW_PASSWORD } from '#testing/fixtures/people.ts'
import { answerTotp, appCode, freezeClock, withTotp, wrongAppCodes } from '#testing/fixtures/totp.ts'
import * as P from '#testing/stories/people.ts'

const at = (address: string, more: Record<string, string> = {}) => ({ ...P.from(address), ...more })
const forgot = (email: string, headers: Record<string, string>) =>
  call(guest, 'POST', '/auth/password/forgot', { email }, headers)

it('a mailbox alone gives no more guesses at the authenticator, however many devices it makes known', async () => {
  const { person, app } = await withTotp()
  freezeClock()
  let compared = 0
  for (let i = 0; i < 4; i++) {
    const home = at(P.freshAddress())
    await forgot(person.email, home)
    const token = await mailedToken(person.email, i + 1)
    const newPassword = `${NEW_PASSWORD}-${i}`
    const { deviceToken } = (await call(guest, 'POST', '/auth/password/reset', { token, newPassword }, home)).data
    const mine = at(P.freshAddress(), { 'x-device-token': deviceToken })
    for (let round = 0; round < 2; round++) {
      const { data } = await P.enter(person.email, newPassword, mine)
      for (const code of wrongAppCodes(app, 5))
        if ((await answerTotp(data.pendingToken, { code }, mine)).status === 401) compared++
    }
    wait(16 * P.MINUTE)
    freezeClock()
  }
  expect(compared).toBe(15)
  expect(appCode(app)).toMatch(/^\d{6}$/)
})
