import { describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { inbox } from '#testing/sandbox.ts'
import { again, DAY, HOUR } from '#testing/stories/money.ts'
import {
  type Data,
  faults,
  feed,
  INVALID,
  jobsAfter,
  newTicket,
  ok,
  onTicket,
  refusal,
  say,
  ticket,
  UNKNOWN,
} from '#testing/stories/office.ts'

// Rule: assign: IN_PROGRESS; a public staff message: WAITING_USER; a user message: IN_PROGRESS; resolve: RESOLVED; after 7 days:
// CLOSED. messages answers the Message; isInternal by a user 403; no user answer ever holds an internal note. assign
// {assigneeId?}: an ADMIN or SUPPORT in office (400), absent = self. resolve, close, reopen {note?}: RESOLVED -> IN_PROGRESS;
// CLOSED never; wrong state 409.
//
// Silent: senderRole of staff; whether one who has a ticket may give it on, and who wins when two take it; whether a user's
// message wakes a RESOLVED ticket; whether an OPEN one may be resolved at once; where the note is kept; whether a person who
// writes to an OPEN ticket moves it.

const statusOf = async (as: Person, id: string) => (await ticket(as, id)).status
async function desk() {
  const [user, staff] = [await signUp(), await signUp('SUPPORT')]
  const { id } = await newTicket(user)
  return { user, staff, id: id as string }
}
async function taken() {
  const made = await desk()
  ok(await onTicket(made.staff, made.id, 'assign'))
  return made
}
async function resolved() {
  const made = await taken()
  expect(ok(await onTicket(made.staff, made.id, 'resolve', { note: 'Colis retrouvé' })).status).toBe('RESOLVED')
  return made
}

describe('a conversation', () => {
  it('goes to and fro: taken, answered, written to again', async () => {
    const { user, staff, id } = await desk()
    expect(ok(await onTicket(staff, id, 'assign'))).toMatchObject({ status: 'IN_PROGRESS', assigneeId: staff.id })
    const said = await say(staff, id, 'Nous cherchons.')
    expect(ok(said)).toMatchObject({ body: 'Nous cherchons.', isInternal: false, id: expect.any(String) })
    expect(await statusOf(user, id)).toBe('WAITING_USER')
    expect(ok(await say(user, id, 'Merci.'))).toMatchObject({ body: 'Merci.', senderRole: 'BUYER', isInternal: false })
    expect(await statusOf(user, id)).toBe('IN_PROGRESS')
    const { messages } = await ticket(user, id)
    expect(messages.map(({ body }: Data) => body).sort()).toEqual(
      ['Mon colis devait arriver hier.', 'Merci.', 'Nous cherchons.'].sort(),
    )
    expect(messages.find(({ body }: Data) => body === 'Nous cherchons.').senderRole).not.toBe('BUYER')
  })

  it('of staff with nobody in charge waits for the user as well', async () => {
    const { user, staff, id } = await desk()
    ok(await say(staff, id, 'Quel numéro ?'))
    expect(await statusOf(user, id)).toBe('WAITING_USER')
  })

  it('loses no message of many at once', async () => {
    const { user, staff, id } = await taken()
    const answers = await together(20, (i) => say(i % 2 ? user : staff, id, `Message ${i}`))
    expect(tally(answers)).toEqual({ 201: 20 })
    expect((await ticket(user, id)).messages).toHaveLength(21)
  })

  it('refuses an empty message and what it does not know', async () => {
    const { user, id } = await taken()
    expect(faults(await say(user, id, ''))).toEqual(['body'])
    expect((await say(user, id, 'Bonjour', { senderRole: 'ADMIN' })).status).toBe(400)
    expect((await ticket(user, id)).messages).toHaveLength(1)
  })
})

describe('an internal note', () => {
  const NOTE = 'Client difficile, déjà remboursé deux fois.'
  it('is read by staff and stands in no answer, notice or mail of the user', async () => {
    const { user, staff, id } = await taken()
    expect(ok(await say(staff, id, NOTE, { isInternal: true }))).toMatchObject({ body: NOTE, isInternal: true })
    expect(await statusOf(staff, id)).toBe('IN_PROGRESS')
    expect((await ticket(await signUp('ADMIN'), id)).messages.some(({ body }: Data) => body === NOTE)).toBe(true)
    const answers = [
      await call(user, 'GET', `/support/tickets/${id}`),
      await call(user, 'GET', '/support/tickets/me'),
      await say(user, id, 'Et alors ?'),
      await onTicket(staff, id, 'resolve').then(() => onTicket(user, id, 'reopen')),
      await onTicket(user, id, 'close'),
      await call(user, 'GET', `/support/tickets/${id}`),
    ]
    for (const { body, status } of answers) {
      expect(status).toBeLessThan(300)
      expect(JSON.stringify(body)).not.toMatch(/difficile|"isInternal":true/)
    }
    await jobsAfter(1000)
    const heard: Data[] = (await feed(await again(user))).notifications
    expect(heard.length).toBeGreaterThan(0)
    expect(JSON.stringify(heard)).not.toContain('difficile')
    const told = await all<{ subject: string; body: string }>('SELECT * FROM outbox WHERE recipient = ?', user.email)
    expect(told.length).toBeGreaterThan(0)
    expect(JSON.stringify(told)).not.toContain('difficile')
    expect(JSON.stringify(await inbox(user.email))).not.toContain('difficile')
  })

  it('cannot be written by the user', async () => {
    const { user, id } = await taken()
    expect((await say(user, id, 'Chut', { isInternal: true })).status).toBe(403)
    expect((await ticket(user, id)).messages).toHaveLength(1)
  })

  it('leaves a ticket that waits for the user waiting', async () => {
    const { staff, id } = await taken()
    ok(await say(staff, id, 'Votre reçu ?'))
    ok(await say(staff, id, NOTE, { isInternal: true }))
    expect(await statusOf(staff, id)).toBe('WAITING_USER')
  })
})

describe('a ticket is given', () => {
  it('to an ADMIN or SUPPORT in office, and to nobody else', async () => {
    const { user, staff, id } = await desk()
    const [support, admin, blocked] = [await signUp('SUPPORT'), await signUp('ADMIN'), await signUp('SUPPORT')]
    await changeUser(blocked.id, 'blocked_at = ?', 1)
    for (const { id: assigneeId } of [user, await signUp('ACCOUNTANT'), await signUp('SELLER'), blocked])
      expect((await onTicket(staff, id, 'assign', { assigneeId })).status).toBe(400)
    expect([400, 404]).toContain((await onTicket(staff, id, 'assign', { assigneeId: UNKNOWN })).status)
    expect(await ticket(staff, id)).toMatchObject({ status: 'OPEN', assigneeId: null })
    expect(ok(await onTicket(staff, id, 'assign', { assigneeId: support.id })).assigneeId).toBe(support.id)
    const { id: second } = await newTicket(user)
    expect(ok(await onTicket(staff, second, 'assign', { assigneeId: admin.id })).assigneeId).toBe(admin.id)
  })

  it('to one of two who take it at once: whoever has it was told so', async () => {
    const { id } = await desk()
    const agents = [await signUp('SUPPORT'), await signUp('ADMIN')] as const
    const answers = await together(50, async (i) => {
      const agent = agents[i % 2 ? 1 : 0]
      return { agent, answer: await onTicket(agent, id, 'assign') }
    })
    for (const { answer } of answers) expect([200, 409]).toContain(answer.status)
    const { assigneeId, status } = await ticket(agents[0], id)
    const told = answers.filter(({ answer }) => answer.status === 200).map(({ agent }) => agent.id)
    expect(told).toContain(assigneeId)
    expect(status).toBe('IN_PROGRESS')
  })
})

describe('the end of a ticket', () => {
  it('is resolved once of fifty, and a wrong state is 409', async () => {
    const { user, staff, id } = await taken()
    expect(refusal(await onTicket(user, id, 'reopen'))).toEqual(INVALID)
    expect(tally(await together(50, () => onTicket(staff, id, 'resolve')))).toEqual({ 200: 1, 409: 49 })
    expect(refusal(await onTicket(staff, id, 'resolve'))).toEqual(INVALID)
    expect(tally(await together(50, () => onTicket(user, id, 'reopen')))).toEqual({ 200: 1, 409: 49 })
    expect(await statusOf(user, id)).toBe('IN_PROGRESS')
  })

  it('can be taken back by its owner or staff while it is RESOLVED', async () => {
    for (const who of ['user', 'staff'] as const) {
      const made = await resolved()
      expect(ok(await onTicket(made[who], made.id, 'reopen', { note: 'Pas encore' })).status).toBe('IN_PROGRESS')
    }
  })

  it('is for good once it is CLOSED, by its owner or by staff', async () => {
    for (const who of ['user', 'staff'] as const) {
      const one = await taken()
      const { user, staff, id } = one
      expect(ok(await onTicket(one[who], id, 'close')).status).toBe('CLOSED')
      for (const action of ['close', 'reopen']) expect(refusal(await onTicket(user, id, action))).toEqual(INVALID)
      expect(refusal(await onTicket(staff, id, 'resolve'))).toEqual(INVALID)
      for (const as of [user, staff]) expect((await say(as, id, 'Encore un mot')).status).toBe(409)
      expect((await onTicket(staff, id, 'assign')).status).toBe(409)
      expect(await ticket(user, id)).toMatchObject({ status: 'CLOSED' })
    }
  })

  it('closes one ticket once of fifty', async () => {
    const { user, id } = await taken()
    expect(tally(await together(50, () => onTicket(user, id, 'close')))).toEqual({ 200: 1, 409: 49 })
  })

  it('comes by itself 7 days after it was resolved, not before, and not to one that was reopened', async () => {
    const [left, reopened, open] = [await resolved(), await resolved(), await taken()]
    ok(await onTicket(reopened.user, reopened.id, 'reopen'))
    const staff = () => again(left.staff)
    await jobsAfter(7 * DAY - HOUR)
    expect(await statusOf(await staff(), left.id)).toBe('RESOLVED')
    await jobsAfter(2 * HOUR)
    expect(await statusOf(await staff(), left.id)).toBe('CLOSED')
    expect(await statusOf(await staff(), reopened.id)).toBe('IN_PROGRESS')
    expect(await statusOf(await staff(), open.id)).toBe('IN_PROGRESS')
    expect(refusal(await onTicket(await again(left.user), left.id, 'reopen'))).toEqual(INVALID)
  })
})
