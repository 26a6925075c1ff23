import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { hourCronAfter, wait } from '#testing/clock.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { mailsTo, writtenTo } from '#testing/fixtures/mails.ts'
import { NEW_PASSWORD, PASSWORD, userRow } from '#testing/fixtures/people.ts'
import { inbox } from '#testing/sandbox.ts'
import {
  codeAfter,
  completeRecovery,
  DAY,
  enter,
  freshlySignedIn,
  linkToken,
  MINUTE,
  messageAfter,
  newEstablished,
  provenRecovery,
  signedIn,
  withNumber,
  withSecond,
} from '#testing/stories/people.ts'

const undo = (token: string) => call(guest, 'POST', '/auth/changes/undo', { token })

/** Acts as a thief with a proven session does first. @returns the token of the link that the owner got */
async function emailTaken(owner: Person): Promise<string> {
  const newEmail = freshEmail('voleur')
  const told = await messageAfter(
    owner.email,
    async () => {
      const body = { newEmail, password: PASSWORD }
      const code = await codeAfter(newEmail, () => call(owner, 'POST', '/users/me/email/request', body))
      expect((await call(owner, 'POST', '/users/me/email/verify', { code })).status).toBe(200)
    },
    ({ text }) => text.includes('token='),
  )
  return linkToken(told)
}
const takeNumberOff = async (owner: Person) => expect((await call(owner, 'DELETE', '/users/me/phone')).status).toBe(200)
const askForDeletion = async (owner: Person) =>
  expect((await call(owner, 'POST', '/users/me/delete', {})).status).toBe(200)

describe("the link of an e-mail, when the number is another account's by now", () => {
  it('gives the e-mail back, leaves the number away and says so', async () => {
    const owner = await newEstablished()
    const token = await emailTaken(owner)
    await takeNumberOff(owner)
    // The thief has the SIM too.
    const thief = await freshlySignedIn()
    wait(2 * MINUTE)
    await withNumber(thief, owner.phone)
    expect((await undo(token)).status).toBe(200)
    await mailsTo(owner.email, "n'a pas été remis")
    const again = await signedIn(owner)
    expect((await call(again, 'GET', '/users/me')).data).toMatchObject({ phone: null, isPhoneVerified: false })
    expect((await call(thief, 'GET', '/users/me')).data).toMatchObject({ phone: owner.phone, isPhoneVerified: true })
  })
})

describe('an address or number younger than seven days', () => {
  it('is told without a link, so that the second address of a thief takes no defence of the owner back', async () => {
    const owner = await freshlySignedIn()
    const { second: thiefs } = await withSecond(owner)
    const her = await signedIn(owner)
    expect((await call(her, 'DELETE', '/auth/secondary-email')).status).toBe(200)
    const [told] = await mailsTo(thiefs, 'le lien est parti aux adresses')
    expect(told?.text).not.toContain('token=')
    expect((await mailsTo(owner.email, 'Votre adresse de secours ne sert plus'))[0]?.text).toContain('token=')
  })

  it("gets none either as the number, or as a first address that took another's place", async () => {
    const owner = await newEstablished()
    const token = await emailTaken(owner)
    const { email: thiefs } = (await userRow(owner.id)) as { email: string }
    const thief = await signedIn({ ...owner, email: thiefs })
    const phone = freshPhone()
    await withNumber(thief, phone)
    expect((await call(thief, 'DELETE', '/auth/secondary-email')).status).toBe(200)
    await mailsTo(owner.second, 'Votre adresse de secours ne sert plus')
    for (const to of [thiefs, phone]) {
      await mailsTo(to, to === phone ? 'adresse retirée' : 'Votre adresse de secours ne sert plus')
      expect((await inbox(to)).filter(({ text }) => text.includes('token='))).toEqual([])
    }
    expect((await undo(token)).status).toBe(200)
    // The address is hers again, and as good as it was.
    const again = await signedIn(owner)
    expect((await call(again, 'DELETE', '/auth/secondary-email')).status).toBe(200)
    expect((await mailsTo(owner.email, 'Votre adresse de secours ne sert plus'))[0]?.text).toContain('token=')
  })

  it('has its link eight days later', async () => {
    const owner = await newEstablished()
    expect((await call(owner, 'DELETE', '/auth/secondary-email')).status).toBe(200)
    expect((await mailsTo(owner.second, 'Votre adresse de secours ne sert plus'))[0]?.text).toContain('token=')
    const sms = (await mailsTo(owner.phone, 'adresse retirée'))[0]?.text
    expect(sms).toContain('token=')
  })
})

describe('a deletion that a thief asked for', () => {
  it('is told at the address whose link is still good, and goes with the change that the link takes back', async () => {
    const owner = await newEstablished()
    const token = await emailTaken(owner)
    await takeNumberOff(owner)
    await askForDeletion(owner)
    expect(await mailsTo(owner.email, 'annule le changement et la suppression')).toHaveLength(1)
    expect((await undo(token)).status).toBe(200)
    for (let week = 0; week < 4; week++) {
      wait(8 * DAY)
      await signedIn(owner)
    }
    await hourCronAfter(1000)
    expect((await enter(owner.email)).status).toBe(200)
    expect(await userRow(owner.id)).toMatchObject({ erasure_due_at: null, erased_at: null })
  })

  it('goes with a recovery', async () => {
    const owner = await newEstablished()
    await askForDeletion(owner)
    wait(10 * DAY)
    const { recoveryToken } = await provenRecovery(owner)
    wait(DAY + MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
    expect(await userRow(owner.id)).toMatchObject({ erasure_due_at: null })
  })

  it('is told at no address that the account left longer ago than its link is good', async () => {
    const owner = await newEstablished()
    await emailTaken(owner)
    wait(7 * DAY + MINUTE)
    const row = (await userRow(owner.id)) as { email: string }
    await askForDeletion(await signedIn({ ...owner, email: row.email }))
    await mailsTo(row.email, 'Vous avez demandé la suppression')
    expect(await writtenTo(owner.email, 'account.former-deletion-scheduled')).toBe(0)
  })
})
