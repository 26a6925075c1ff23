import { describe, expect, it } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { writtenTo } from '#testing/fixtures/mails.ts'
import { refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { addUpdate, newDispute } from '#testing/stories/disputes.ts'
import {
  broadcast,
  decide,
  faults,
  feed,
  incident,
  newIncident,
  newPost,
  newTicket,
  noticesOf,
  ok,
  onIncident,
  onTicket,
  openIncident,
  say,
  ticket,
  UNKNOWN,
} from '#testing/stories/office.ts'

// Rule: whoever waits for a word hears of it where they look; nobody is flooded with mail; nothing costs without an end; what many
// write at once is all kept.

describe('what costs', () => {
  it('is broadcast twenty times a day by one of the team', async () => {
    const [agent, person] = [await signUp('SUPPORT'), await signUp()]
    for (let i = 0; i < 20; i++) ok(await broadcast(agent, { userIds: [person.id] }))
    const refused = await broadcast(agent, { userIds: [person.id] })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await broadcast(await signUp('SUPPORT'), { userIds: [person.id] })).status).toBe(201)
  })

  it('is mailed once in ten minutes of one incident, and stands in the app each time', async () => {
    const { buyer, support, id } = await newDispute()
    for (let i = 0; i < 5; i++) ok(await addUpdate(support, id, `Mot ${i}`))
    expect(await noticesOf(buyer, 'incident.answered')).toHaveLength(5)
    expect(await writtenTo(buyer.email, 'incident.answered')).toBe(1)
  })

  it('is mailed once in ten minutes of a ticket that is resolved again and again', async () => {
    const [owner, agent] = [await signUp(), await signUp('SUPPORT')]
    const { id } = await newTicket(owner)
    for (let i = 0; i < 3; i++) {
      ok(await onTicket(agent, id, 'resolve'))
      ok(await onTicket(agent, id, 'reopen'))
    }
    expect(await writtenTo(owner.email, 'ticket.resolved')).toBe(1)
    expect(await noticesOf(owner, 'ticket.resolved')).toHaveLength(3)
  })

  it('is an incident, which one of the team opens a hundred times a day', async () => {
    const agent = await signUp('SUPPORT')
    await run(
      'INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 100, ?)',
      `incidents:${agent.id}`,
      Date.now() + 3_600_000,
    )
    expect((await openIncident(agent)).status).toBe(429)
  })
})

describe('who hears of it', () => {
  it('the other party, of a word in the app; the team’s new incidents, SUPPORT too', async () => {
    const agent = await signUp('SUPPORT')
    const { buyer, seller, id } = await newDispute()
    expect(await noticesOf(agent, 'incident.reported')).toMatchObject([{ data: { incidentId: id } }])
    expect(await writtenTo(agent.email, 'incident.reported')).toBe(0)
    ok(await addUpdate(seller, id, 'Il était intact'))
    expect(await noticesOf(buyer, 'incident.word')).toMatchObject([{ data: { incidentId: id } }])
    expect((await noticesOf(buyer, 'incident.word'))[0]?.body).toContain('Le vendeur')
    expect(await noticesOf(seller, 'incident.word')).toEqual([])
    expect(await writtenTo(buyer.email, 'incident.word')).toBe(0)
  })

  it('whoever has the ticket: its person wrote, or took it up again', async () => {
    const [owner, agent] = [await signUp(), await signUp('SUPPORT')]
    const { id } = await newTicket(owner)
    ok(await onTicket(agent, id, 'assign'))
    ok(await say(owner, id, 'Toujours rien'))
    ok(await onTicket(agent, id, 'resolve'))
    expect((await ticket(owner, id)).reopenUntil).toMatch(/Z$/)
    ok(await onTicket(owner, id, 'reopen'))
    expect((await ticket(owner, id)).reopenUntil).toBeNull()
    const told = (await feed(agent)).notifications.filter(
      ({ data }: { data: { ticketId?: string } }) => data.ticketId === id,
    )
    expect(told.map(({ type }: { type: string }) => type)).toEqual(['ticket.reopened', 'ticket.replied'])
    expect(await writtenTo(agent.email, 'ticket.replied')).toBe(0)
  })

  it('both parties, of the amount that a decision asks for', async () => {
    const { buyer, seller, support, id } = await newDispute()
    ok(await decide(support, id, 'SPLIT', { refundAmount: '4.50' }))
    for (const who of [buyer, seller])
      expect((await noticesOf(who, 'incident.resolved'))[0]?.body).toMatch(/partage.*4,50\sUSD.*Vu les photos/)
  })

  it('of what is no order, without a winner', async () => {
    const [person, agent] = [await signUp(), await signUp('SUPPORT')]
    const { id } = await newIncident(person, { type: 'SECURITY' })
    ok(await decide(agent, id, 'SELLER'))
    const [told] = await noticesOf(person, 'incident.resolved')
    expect(told?.body).toContain('est résolu.')
    expect(told?.body).not.toContain('vendeur')
  })

  it('the buyer, that a refund is given up and why; its incident shows it', async () => {
    const { buyer, support, order, id } = await newDispute()
    ok(await decide(support, id, 'SPLIT', { refundAmount: '4.50' }))
    expect((await incident(buyer, id)).refundStatus).toBe('REQUESTED')
    const refund = await refundOf(order.id)
    ok(await call(await signUp('ADMIN'), 'POST', `/refunds/${refund?.id}/reject`, { reason: 'Déjà payé en main' }))
    expect((await incident(buyer, id)).refundStatus).toBe('REJECTED')
    const [told] = await noticesOf(buyer, 'refund.rejected')
    expect(told).toMatchObject({ data: { orderId: order.id } })
    expect(told?.body).toMatch(/4,50\sUSD.*Déjà payé en main/)
  })
})

describe('a ticket', () => {
  it('that nobody has is found; one is given to nobody unknown', async () => {
    const [owner, agent] = [await signUp(), await signUp('SUPPORT')]
    const [one, two] = [await newTicket(owner), await newTicket(owner)]
    ok(await onTicket(agent, one.id, 'assign'))
    const list = ok(await call(agent, 'GET', '/support/tickets?assigneeId=none&limit=100'))
    const ids = list.tickets.map(({ id }: { id: string }) => id)
    expect([ids.includes(one.id), ids.includes(two.id)]).toEqual([false, true])
    expect(list.pagination.total).toBe(await count('tickets WHERE assignee_id IS NULL'))
    expect(faults(await onTicket(agent, two.id, 'assign', { assigneeId: UNKNOWN }))).toEqual(['assigneeId'])
  })
})

describe('what nobody changed', () => {
  it('has no new version and no entry', async () => {
    const [owner, agent] = [await signUp(), await signUp('SUPPORT')]
    const [post, asked, told] = [await newPost(agent), await newTicket(owner), await newIncident(owner)]
    for (const [path, id] of [
      ['blog', post.id],
      ['support/tickets', asked.id],
      ['incidents', told.id],
    ]) {
      const before = await count('audit WHERE target_id = ?', id)
      ok(await call(agent, 'PUT', `/${path}/${id}`, {}))
      expect([path, await count('history WHERE thing_id = ?', id)]).toEqual([path, 1])
      expect([path, await count('audit WHERE target_id = ?', id)]).toEqual([path, before])
      ok(
        await call(
          agent,
          'PUT',
          `/${path}/${id}`,
          path === 'support/tickets' ? { subject: 'Autre' } : { title: 'Autre' },
        ),
      )
      expect([path, await count('audit WHERE target_id = ?', id)]).toEqual([path, before + 1])
    }
  })

  it('of a title with a line of its own is refused', async () => {
    expect(faults(await openIncident(await signUp(), { title: 'Colis\u2028abîmé' }))).toEqual(['title'])
  })
})

describe('a post', () => {
  it('takes each of twenty edits that come at once', async () => {
    const agent = await signUp('SUPPORT')
    const { id } = await newPost(agent)
    const edits = await together(20, (i) => call(agent, 'PUT', `/blog/${id}`, { excerpt: `Mot ${i}` }))
    expect(tally(edits)).toEqual({ 200: 20 })
  })
})

describe('who left the team meanwhile', () => {
  it('decides nothing: what they do beside their block is done before it, or not at all', async () => {
    const [admin, agent] = [await signUp('ADMIN'), await signUp('SUPPORT')]
    const made = await Promise.all(Array.from({ length: 20 }, async () => newIncident(await signUp())))
    await Promise.all([
      ...made.slice(0, 10).map(({ id }) => onIncident(agent, id, 'dismiss')),
      call(admin, 'POST', `/users/${agent.id}/block`, { reason: 'Fraude' }),
      ...made.slice(10).map(({ id }) => onIncident(agent, id, 'dismiss')),
    ])
    expect(
      await count(
        `audit WHERE actor_id = ?1 AND rowid > (SELECT b.rowid FROM audit b WHERE b.target_id = ?1 AND b.action = 'user.block')`,
        agent.id,
      ),
    ).toBe(0)
  })
})
