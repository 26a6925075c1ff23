import { describe, expect, it } from 'vitest'
import { type Answer, call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count } from '#testing/fixtures/database.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { changeUser, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { inbox, pause } from '#testing/sandbox.ts'
import {
  codeAfter,
  enter,
  freshlySignedIn,
  newEstablished,
  provePhone,
  sendRecovery,
  setPhone,
  startRecovery,
  withNumber,
} from '#testing/stories/people.ts'

const told = ({ status, body, headers }: Answer, mine: string[] = []) => ({
  status,
  trips: headers.get('x-d1-round-trips'),
  body: mine
    .reduce((text, each) => text.replaceAll(each, '<mine>'), JSON.stringify(body))
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"deviceToken":"[^"]+"/g, '"deviceToken":"<device>"'),
})
const register = (email: string, password: string) =>
  call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password, role: 'BUYER' })

describe('creating an account and then signing in', () => {
  it('answers the same for an address that had an account and for one that had none: 401', async () => {
    const [known, unknown] = [(await signUp()).email, freshEmail()]
    const answers = []
    for (const email of [known, unknown]) {
      const created = await register(email, 'Un-mot-de-stranger-5')
      const tried = await enter(email, 'Un-mot-de-stranger-5')
      expect(tried).toMatchObject({ status: 401, error: { reason: 'INVALID_CREDENTIALS' } })
      answers.push([told(created, [email]), told(tried, [email])])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('answers a right password for an unproved address as any wrong one', async () => {
    const email = freshEmail()
    await register(email, PASSWORD)
    const [right, wrong, nobody] = [
      await enter(email, PASSWORD),
      await enter(email, 'Pas-le-bon-mot-1'),
      await enter(freshEmail(), PASSWORD),
    ]
    expect(right.status).toBe(401)
    expect(told(right)).toEqual(told(wrong))
    expect(told(right)).toEqual(told(nobody))
  })
})

describe('asking for a number', () => {
  it('says nothing of whether it is taken; proving it does', async () => {
    const owner = await withNumber(await freshlySignedIn())
    const [one, other] = [await freshlySignedIn(), await freshlySignedIn()]
    wait(61_000)
    const free = freshPhone()
    const freeAnswer = await setPhone(one, free)
    let takenAnswer: Answer | undefined
    const code = await codeAfter(owner.phone, async () => {
      takenAnswer = await setPhone(other, owner.phone)
      return takenAnswer
    })
    const masked = (phone: string) => `${phone.slice(0, 3)}••••••${phone.slice(-3)}`
    expect(takenAnswer && told(takenAnswer, [masked(owner.phone)])).toEqual(told(freeAnswer, [masked(free)]))
    expect(await provePhone(other, code)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect((await call(owner, 'GET', '/users/me')).data.phone).toBe(owner.phone)
  })
})

describe('what is written for a guest’s request', () => {
  const written = () => count('outbox')
  /** Counts the messages that one request writes. */
  async function rows(request: () => Promise<Answer>) {
    const before = await written()
    expect((await request()).status).toBeLessThan(300)
    await pause(50)
    return (await written()) - before
  }
  const post = (path: string) => (email: string) => call(guest, 'POST', path, { email })

  it.each(['/auth/login/request-otp', '/auth/password/forgot', '/auth/resend-verification'])(
    'is the same for a known and an unknown address: %s',
    async (path) => {
      const unproved = freshEmail()
      await register(unproved, PASSWORD)
      wait(61_000)
      const blocked = await signUp()
      await changeUser(blocked.id, 'blocked_at = 1')
      const seen = []
      for (const email of [(await signUp()).email, unproved, blocked.email, freshEmail(), freshEmail()])
        seen.push(await rows(() => post(path)(email)))
      expect(new Set(seen), JSON.stringify(seen)).toEqual(new Set([1]))
    },
  )

  it('is the same for a registration of either', async () => {
    const [known, unknown] = [(await signUp()).email, freshEmail()]
    expect(await rows(() => register(known, PASSWORD))).toBe(await rows(() => register(unknown, PASSWORD)))
  })

  it('is the same for a recovery of either', async () => {
    const person = await newEstablished()
    const seen = []
    for (const name of [person.email, freshEmail()]) {
      let id = ''
      const started = await rows(async () => {
        const answer = await startRecovery(name)
        id = answer.data.recoveryId
        return answer
      })
      seen.push([started, await rows(() => sendRecovery(id, 'SECONDARY_EMAIL'))])
    }
    expect(seen[0]).toEqual(seen[1])
  })

  it('reaches nobody at an unknown address', async () => {
    const nobody = freshEmail()
    await post('/auth/login/request-otp')(nobody)
    await post('/auth/password/forgot')(nobody)
    await pause(400)
    expect(await inbox(nobody)).toEqual([])
  })
})
