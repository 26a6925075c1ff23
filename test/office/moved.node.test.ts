import { describe, expect, it } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import { answerIncident } from '#domain/office/incidents/answer.ts'
import { Broadcast, broadcast } from '#domain/office/notifications/broadcast.ts'
import { runBroadcast } from '#domain/office/notifications/run-broadcast.ts'
import { assignTicket } from '#domain/office/support/assign.ts'
import { writeToTicket } from '#domain/office/support/write.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { AGENT, addOffice } from '#testing/domain/office.ts'

// Another request commits between the read and the commit of these verbs.

const domain = openDomain(addOffice)
const agent = () => domain.as(AGENT)
const buyer = () => domain.as({ id: 'buyer', role: 'BUYER' })

/** Somebody else moves a ticket of which this verb thinks that it stays where it was. */
const movedTo = (status: string) => `UPDATE tickets SET status = '${status}', version = 2, assignee_id = 'colleague'
  WHERE id = 'taken'`
const ticket = () => domain.row("SELECT status, version FROM tickets WHERE id = 'taken'")
const said = () => domain.rows<{ body: string }>('SELECT body FROM ticket_messages').map(({ body }) => body)
const word = (isInternal = false) => ({ body: 'Bonjour', isInternal, attachments: [] })

describe('TICKET_MOVED: a word in a ticket that was moved at once', () => {
  it('of its owner takes it on from where the team left it', async () => {
    await writeToTicket(domain.meanwhile(movedTo('WAITING_USER'), buyer()), 'taken', word())
    expect(ticket()).toEqual({ status: 'IN_PROGRESS', version: 3 })
    expect(said()).toEqual(['Bonjour'])
    expect(domain.rows('SELECT user_id FROM notifications')).toEqual([{ user_id: 'colleague' }])
  })

  it('of the team takes it on from where its owner left it', async () => {
    domain.run("UPDATE tickets SET status = 'WAITING_USER' WHERE id = 'taken'")
    await writeToTicket(domain.meanwhile(movedTo('IN_PROGRESS'), agent()), 'taken', word())
    expect(ticket()).toEqual({ status: 'WAITING_USER', version: 3 })
    expect(said()).toEqual(['Bonjour'])
    expect(domain.rows('SELECT action FROM audit')).toEqual([{ action: 'ticket.answer' }])
  })

  it.each([
    ['of its owner', buyer, false],
    ['of the team', agent, false],
    ['between the team', agent, true],
  ])('%s is refused where it was closed', async (_whose, by: () => Ctx, isInternal) => {
    if (by === agent) domain.run("UPDATE tickets SET status = 'WAITING_USER' WHERE id = 'taken'")
    const wrote = writeToTicket(domain.meanwhile(movedTo('CLOSED'), by()), 'taken', word(isInternal))
    await expect(wrote).rejects.toMatchObject({ code: 'CONFLICT', reason: 'INVALID_TRANSITION' })
    expect(ticket()).toEqual({ status: 'CLOSED', version: 2 })
    expect([said(), domain.rows('SELECT * FROM audit')]).toEqual([[], []])
  })

  it('a note moves nothing, whatever the state of the ticket', async () => {
    await writeToTicket(domain.meanwhile(movedTo('RESOLVED'), agent()), 'taken', word(true))
    expect(ticket()).toEqual({ status: 'RESOLVED', version: 2 })
    expect(said()).toEqual(['Bonjour'])
  })
})

describe('ASSIGNEE_NOT_IN_OFFICE: a ticket for a colleague', () => {
  it.each([
    ['loses the role', "role = 'BUYER'"],
    ['is blocked', 'blocked_at = 1'],
    ['is deleted', 'deleted_at = 1'],
  ])('who %s at once is given to nobody', async (_how, set) => {
    const leaves = domain.meanwhile(`UPDATE users SET ${set} WHERE id = 'colleague'`, agent())
    await expect(assignTicket(leaves, 'open', { assigneeId: 'colleague' })).rejects.toMatchObject({
      ...{ code: 'VALIDATION_ERROR', guard: 'ASSIGNEE_NOT_IN_OFFICE' },
      details: [{ field: 'assigneeId' }],
    })
    const open = domain.row("SELECT status, assignee_id AS assigneeId, version FROM tickets WHERE id = 'open'")
    expect(open).toEqual({ status: 'OPEN', assigneeId: null, version: 1 })
    expect(domain.rows('SELECT * FROM audit')).toEqual([])
  })

  it('who takes another role of the team at once is still in office', async () => {
    const moves = domain.meanwhile("UPDATE users SET role = 'ADMIN' WHERE id = 'colleague'", agent())
    expect(await assignTicket(moves, 'open', { assigneeId: 'colleague' })).toMatchObject({ assigneeId: 'colleague' })
  })
})

describe('INCIDENT_ENDED: a word in an incident', () => {
  const ends = (status: string) => `UPDATE incidents SET status = '${status}', version = 2 WHERE id = 'incident'`
  const cases = (['RESOLVED', 'DISMISSED'] as const).flatMap((status) => [
    [status, 'a party', buyer] as const,
    [status, 'the team', agent] as const,
  ])

  it.each(cases)('that is %s at once is not taken of %s', async (status, _whose, by) => {
    // The team's first word would move it.
    domain.run("UPDATE incidents SET status = 'INVESTIGATING', updated_at = 5 WHERE id = 'incident'")
    const wrote = answerIncident(domain.meanwhile(ends(status), by()), 'incident', {
      body: 'Encore un mot.',
      attachments: [],
    })
    await expect(wrote).rejects.toMatchObject({
      ...{ code: 'CONFLICT', reason: 'INVALID_TRANSITION', guard: 'INCIDENT_ENDED' },
      message: 'Impossible de compléter cet incident : il est clos.',
    })
    expect(domain.rows('SELECT updated_at AS at FROM incidents')).toEqual([{ at: 5 }])
    for (const table of ['incident_updates', 'audit', 'notifications', 'outbox'])
      expect(domain.rows(`SELECT * FROM ${table}`), table).toEqual([])
  })
})

describe('BROADCAST_MOVED: a broadcast that two runs bring on', () => {
  const told = () =>
    domain.rows<{ id: string }>("SELECT user_id AS id FROM notifications WHERE type = 'broadcast'").map(({ id }) => id)

  it.each([
    ['came further', "joined_at = 1, reached = 'buyer'", ['seller']],
    ['came to its end', 'done_at = 1', []],
  ])('is left to the one that %s, from where it stands then', async (_how, set, left) => {
    const audience = { userIds: ['buyer', 'seller'] }
    const { broadcastId } = await broadcast(agent(), Broadcast.parse({ audience, title: 'Bonjour', body: 'À tous' }))
    await runBroadcast(domain.meanwhile(`UPDATE broadcasts SET ${set}`), broadcastId)
    expect(told()).toEqual([])
    await runBroadcast(domain.ctx, broadcastId)
    expect(told()).toEqual(left)
    expect(domain.rows('SELECT 1 FROM broadcasts WHERE done_at IS NULL')).toEqual([])
  })
})
