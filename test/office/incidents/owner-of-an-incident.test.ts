import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { newMarket, paidOrder, refundOf } from '#testing/fixtures/orders.ts'
import { changeUser, signIn, signUp } from '#testing/fixtures/people.ts'
import { newDispute } from '#testing/stories/disputes.ts'
import {
  audit,
  GONE,
  incident,
  newIncident,
  newTicket,
  ok,
  onIncident,
  onTicket,
  refusal,
  say,
} from '#testing/stories/office.ts'

// Rule: staff read and decide every incident; of anybody else only who opened it and the parties of its order. A role holds at
// once, and what it gave ends with it. Nobody of staff decides about an order that they bought or sold, whoever opened it.

describe('who was of the team', () => {
  it('reads and writes nothing more of an order’s incident that they opened as such', async () => {
    for (const role of ['SUPPORT', 'ADMIN'] as const) {
      const { buyer, ...market } = await newMarket()
      const order = await paidOrder({ ...market, buyer })
      const [admin, agent] = [await signUp('ADMIN'), await signUp(role)]
      const { id } = await newIncident(agent, { orderId: order.id })
      expect(ok(await call(agent, 'GET', '/incidents/me')).incidents).toHaveLength(1)
      ok(await call(admin, 'POST', `/users/${agent.id}/role`, { role: 'BUYER' }))
      const former = await signIn(agent.email, 'BUYER')
      expect(refusal(await call(former, 'GET', `/incidents/${id}`))).toEqual(GONE)
      expect(refusal(await onIncident(former, id, 'updates', { body: 'Votre code, svp' }))).toEqual(GONE)
      expect(ok(await call(former, 'GET', '/incidents/me'))).toMatchObject({ incidents: [], pagination: { total: 0 } })
      expect((await incident(buyer, id)).updates).toEqual([])
    }
  })

  it('is shown no answer again that the team was given', async () => {
    const [admin, agent, owner] = [await signUp('ADMIN'), await signUp('SUPPORT'), await signUp()]
    const { id } = await newTicket(owner)
    ok(await say(admin, id, 'Soupçon de fraude', { isInternal: true }))
    const close = (as: typeof agent) =>
      call(as, 'POST', `/support/tickets/${id}/close`, { note: 'Fin' }, { 'idempotency-key': 'close-1' })
    expect(JSON.stringify(ok(await close(agent)))).toContain('Soupçon')
    expect(JSON.stringify((await close(agent)).body)).toContain('Soupçon')
    ok(await call(admin, 'POST', `/users/${agent.id}/role`, { role: 'BUYER' }))
    const again = await close(await signIn(agent.email, 'BUYER'))
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(again.body)).not.toContain('Soupçon')
  })
})

describe('who bought or sold the order', () => {
  it('decides nothing of what the service opened of it', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    const [admin, other] = [await signUp('ADMIN'), await signUp('SUPPORT')]
    ok(await call(admin, 'POST', `/orders/admin/${order.id}/cancel`, { reason: 'Essai' }))
    ok(await call(admin, 'POST', `/refunds/${(await refundOf(order.id))?.id}/reject`, { reason: 'Non' }))
    const list = async () => ok(await call(other, 'GET', `/incidents?orderId=${order.id}`)).incidents
    const [{ id, openedBy, openedByRole }] = await list()
    expect([openedBy, openedByRole]).toEqual([null, null])
    for (const party of [market.buyer, market.seller]) {
      await changeUser(party.id, 'role = ?', 'SUPPORT')
      const agent = { ...party, role: 'SUPPORT' } as const
      expect((await onIncident(agent, id, 'resolve', { outcome: 'BUYER', note: 'Oui' })).status).toBe(403)
      expect((await onIncident(agent, id, 'dismiss')).status).toBe(403)
      expect((await onIncident(agent, id, 'updates', { body: 'Vite' })).status).toBe(403)
      expect((await call(agent, 'PUT', `/incidents/${id}`, { severity: 'LOW' })).status).toBe(403)
    }
    // Money of an order that stays held: nobody's word ends it.
    expect((await onIncident(other, id, 'dismiss', { note: 'Gardé' })).status).toBe(403)
    expect((await onIncident(admin, id, 'dismiss', { note: 'Gardé' })).status).toBe(409)
  })
})

describe('who opened it', () => {
  it('is told by what they are in it', async () => {
    const { buyer, seller, id } = await newDispute()
    for (const as of [buyer, seller]) expect((await incident(as, id)).openedByRole).toBe('BUYER')
    const [mine] = ok(await call(seller, 'GET', '/incidents/me')).incidents
    expect(mine.openedByRole).toBe('BUYER')
    expect(mine).not.toHaveProperty('openedBy')
  })

  it('finds the one of an order in their list', async () => {
    const market = await newMarket()
    const [one, two] = [await paidOrder(market), await paidOrder(market)]
    const made = await newIncident(market.buyer, { orderId: one.id })
    await newIncident(market.buyer, { orderId: two.id })
    const list = ok(await call(market.seller, 'GET', `/incidents/me?orderId=${one.id}`))
    expect([list.incidents.map(({ id }: { id: string }) => id), list.pagination.total]).toEqual([[made.id], 1])
    expect(ok(await call(await signUp(), 'GET', `/incidents/me?orderId=${one.id}`)).incidents).toEqual([])
  })
})

describe('what staff read of others', () => {
  it('is in the record of acts, once a reader, thing and day', async () => {
    const { buyer, id } = await newDispute()
    const { id: ticketId } = await newTicket(buyer)
    const [admin, agent] = [await signUp('ADMIN'), await signUp('SUPPORT')]
    const [of, own] = [`actorId=${agent.id}`, `actorId=${buyer.id}`]
    for (const _ of [1, 2]) {
      ok(await call(agent, 'GET', `/incidents/${id}`))
      ok(await call(agent, 'GET', `/support/tickets/${ticketId}`))
      ok(await call(buyer, 'GET', `/incidents/${id}`))
      ok(await call(buyer, 'GET', `/support/tickets/${ticketId}`))
    }
    expect(await audit(admin, `${of}&targetId=${id}`)).toMatchObject([{ action: 'incident.read' }])
    expect(await audit(admin, `${of}&targetId=${ticketId}`)).toMatchObject([{ action: 'ticket.read' }])
    expect(await audit(admin, own)).toEqual([])
    const { id: asked } = await newTicket(agent)
    ok(await call(agent, 'GET', `/support/tickets/${asked}`))
    expect(await audit(admin, `${of}&targetId=${asked}`)).toEqual([])
    ok(await onTicket(admin, asked, 'assign'))
  })
})
