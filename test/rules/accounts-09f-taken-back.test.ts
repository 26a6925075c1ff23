import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '../api.ts'
import { hourCronAfter, wait } from '../clock.ts'
import { freshEmail } from '../fixtures/inputs.ts'
import { mailsTo, writtenTo } from '../fixtures/mails.ts'
import { NEW_PASSWORD, PASSWORD, userRow } from '../fixtures/people.ts'
import {
  codeAfter,
  completeRecovery,
  DAY,
  enter,
  established,
  freshlySignedIn,
  linkToken,
  MINUTE,
  messageAfter,
  provenRecovery,
  signedIn,
  withNumber,
} from './accounts-people.ts'

const undo = (token: string) => call(guest, 'POST', '/auth/changes/undo', { token })

/** What a thief with a proven session does first; the token of the link that the owner got. */
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
const takeNumberOff = async (owner: Person) =>
  expect((await call(owner, 'DELETE', '/users/me/phone')).status).toBe(200)
const askForDeletion = async (owner: Person) =>
  expect((await call(owner, 'POST', '/users/me/delete', {})).status).toBe(200)

describe("the link of an e-mail, when the number is another account's by now", () => {
  it('gives the e-mail back, leaves the number away and says so', async () => {
    const owner = await established()
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

describe('a deletion that a thief asked for', () => {
  it('is told at the address whose link is still good, and goes with the change that the link takes back', async () => {
    const owner = await established()
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
    const owner = await established()
    await askForDeletion(owner)
    wait(10 * DAY)
    const { recoveryToken } = await provenRecovery(owner)
    wait(DAY + MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
    expect(await userRow(owner.id)).toMatchObject({ erasure_due_at: null })
  })

  it('is told at no address that the account left longer ago than its link is good', async () => {
    const owner = await established()
    await emailTaken(owner)
    wait(7 * DAY + MINUTE)
    const row = (await userRow(owner.id)) as { email: string }
    await askForDeletion(await signedIn({ ...owner, email: row.email }))
    await mailsTo(row.email, 'Vous avez demandé la suppression')
    expect(await writtenTo(owner.email, 'account.former-deletion-scheduled')).toBe(0)
  })
})
