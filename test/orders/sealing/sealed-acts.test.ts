import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { refundOf } from '#testing/fixtures/orders.ts'
import { expectLaws } from '#testing/laws.ts'
import { pause } from '#testing/sandbox.ts'
import { again } from '#testing/stories/money.ts'
import { newIncident, onIncident } from '#testing/stories/office.ts'
import { ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { daysPass, hasLines, leap, letSeal, rowsOf, undone, WARM_DAYS } from '#testing/stories/sealing/sealed.ts'
import { ACTS, doneOn, notesOf, oldTwins, type Twins } from '#testing/stories/sealing/twins.ts'

// Rule 8.6.2: whoever does something with a sealed order hears what they would hear of one of its age that is warm.

clockGoesOn()

/** Time in which requests do what they left to do, before all is undone. */
const A_MOMENT = 50

let twins = {} as Twins
beforeAll(async () => {
  twins = await oldTwins()
}, 120_000)
beforeEach(() => {
  expect(twins.left, 'orders whose lines are in D1, or which no file under sealed/ names').toEqual([])
})

describe('8.6.2 an act on a sealed order', () => {
  it('begins with one that is sealed, and one that an open ticket keeps warm', async () => {
    expect(await rowsOf(twins.sealed.id)).toEqual({})
    expect(await hasLines(twins.warm.id)).toBe(true)
  })

  // docs/growth.md: a sealed delivery is found by its order alone.
  const ofOrder = Object.entries(ACTS).filter(([name]) => !/^(a photo|a delivery|a parcel)/.test(name))
  it.each(ofOrder)('is answered as on its twin: %s', { timeout: 60_000 }, async (_, act) => {
    const { sealed, warm, team } = twins
    expect(await rowsOf(sealed.id), 'rows in D1').toEqual({})
    const [was, is] = [await doneOn(warm, team, act), await doneOn(sealed, team, act)]
    expect(is.answer).toEqual(was.answer)
    // Which of its rows a refusal, or a thing beside the order, brings back is the service's own affair.
    if (act.unseals && was.answer.status < 300) expect(is.rows, 'rows in D1').toEqual(was.rows)
  })

  it('is one act where the answer was lost and the request is sent again with its key', {
    timeout: 60_000,
  }, async () => {
    const { sealed, team } = twins
    await undone('repeated', async () => {
      const [support, admin] = [await again(team.support), await again(team.admin)]
      const sends = async (as: Person, path: string, body?: unknown) => {
        const headers = { 'idempotency-key': crypto.randomUUID() }
        const first = await call(as, 'POST', path, body, headers)
        await pause(A_MOMENT)
        const second = await call(as, 'POST', path, body, headers)
        expect(second.status).toBe(first.status)
        expect(second.headers.get('idempotent-replayed')).toBe('true')
        expect(second.data).toEqual(first.data)
      }
      await sends(support, `/orders/admin/${sealed.id}/notes`, { body: 'Rappelée.' })
      const about = { type: 'ORDER', title: 'Article abîmé', description: 'Le sac est déchiré.', orderId: sealed.id }
      await sends(await again(sealed.buyer), '/incidents', about)
      expect((await notesOf(support, sealed.id)).length).toBe(1)
      expect(await count('incidents WHERE order_id = ?', sealed.id)).toBe(1)
      await sends(admin, `/orders/admin/${sealed.id}/refund`)
      expect(await count('refunds WHERE order_id = ?', sealed.id)).toBe(1)
      await expectLaws()
      await pause(A_MOMENT)
    })
  })

  it('of many at once is done by each of them, and its rows come back once', { timeout: 60_000 }, async () => {
    const { sealed, warm, team } = twins
    const rows = await rowsOf(warm.id)
    await undone('at_once', async () => {
      const [support, admin, buyer] = [await again(team.support), await again(team.admin), await again(sealed.buyer)]
      const notes = await together(5, (i) =>
        call(support, 'POST', `/orders/admin/${sealed.id}/notes`, { body: `Rappel ${i}` }),
      )
      expect(tally(notes)).toEqual({ 201: 5 })
      expect((await notesOf(support, sealed.id)).length).toBe(5)
      const asked = await together(6, (i) =>
        i % 2 ? call(buyer, 'GET', `/orders/${sealed.id}`) : call(admin, 'GET', `/orders/admin/${sealed.id}`),
      )
      expect(tally(asked)).toEqual({ 200: 6 })
      const incidents = await together(2, (i) =>
        newIncident(i ? support : buyer, { orderId: sealed.id }).catch(() => null),
      )
      expect(incidents.filter(Boolean)).toHaveLength(1)
      expect(await rowsOf(sealed.id)).toEqual(rows)
      await expectLaws()
      await pause(A_MOMENT)
    })
  })

  it('that gives the money back is one refund of two who ask at once', { timeout: 60_000 }, async () => {
    const { sealed, warm, team } = twins
    const asks = async (id: string, name: string) =>
      undone(name, async () => {
        const admins = [await again(team.admin), await again(team.otherAdmin)]
        const answers = await together(2, (i) => call(admins[i] ?? null, 'POST', `/orders/admin/${id}/refund`))
        await expectLaws()
        await pause(A_MOMENT)
        return { answers: tally(answers), refund: (await refundOf(id))?.status, rows: await rowsOf(id) }
      })
    expect(await asks(sealed.id, 'of_sealed')).toEqual(await asks(warm.id, 'of_warm'))
  })
})

describe('8.6.2 an order that was unsealed', () => {
  it('is sealed again once nothing is open about it, with what came to it', { timeout: 120_000 }, async () => {
    const { sealed, team } = twins
    const incident = await newIncident(await again(sealed.buyer), { orderId: sealed.id })
    expect(await hasLines(sealed.id), 'lines in D1 while the incident is open').toBe(true)
    await daysPass(3)
    expect(await hasLines(sealed.id), 'lines in D1 while the incident is open').toBe(true)
    const support = await again(team.support)
    ok(await call(support, 'POST', `/orders/admin/${sealed.id}/notes`, { body: 'Réglé entre eux.' }))
    ok(await onIncident(support, incident.id, 'dismiss', { note: 'Réglé entre eux' }))
    await leap(WARM_DAYS)
    expect(await letSeal(sealed.id), 'orders that were not sealed again').toEqual([])
    const notes = await notesOf(await again(team.support), sealed.id)
    expect(notes.map(({ body }) => body)).toEqual(['Réglé entre eux.'])
    await expectLaws()
  })
})
