import { describe, expect, it } from 'vitest'
import { type Caller, call, tally, together } from '#testing/api.ts'
import { actOnOrder, deliveredOrder, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { addUpdate, newDispute } from '#testing/stories/disputes.ts'
import {
  type Data,
  decide,
  expectUnknownIs404,
  faults,
  incident,
  newIncident,
  OLD,
  ok,
  refusal,
} from '#testing/stories/office.ts'

// Rule: both parties of an order read its incident and may add updates {body} (201), items {id, body, authorRole, createdAt};
// the first staff update: INVESTIGATING. PUT by staff, with version.
//
// Silent: whether the answer to an update is the update or the incident; the order of updates; what PUT takes beside severity;
// whether an edit alone is a word of staff.

const put = (as: Caller, id: string, body: object) => call(as, 'PUT', `/incidents/${id}`, body)

describe('updates', () => {
  it('are added by both parties and staff; the first word of staff begins the investigation', async () => {
    const { buyer, seller, id } = await newDispute()
    const support = await signUp('SUPPORT')
    for (const as of [buyer, seller]) expect((await addUpdate(as, id, `De ${as.role}`)).status).toBe(201)
    expect((await incident(buyer, id)).status).toBe('OPEN')
    const said = ok(await addUpdate(support, id, 'Nous regardons.'))
    expect(JSON.stringify(said)).toContain('Nous regardons.')
    const { status, updates } = await incident(seller, id)
    expect(status).toBe('INVESTIGATING')
    expect(updates).toHaveLength(3)
    for (const one of updates)
      expect(Object.keys(one).sort()).toEqual(['attachments', 'authorRole', 'body', 'createdAt', 'id'])
    expect(updates.map(({ authorRole }: Data) => authorRole)).toEqual(expect.arrayContaining(['BUYER', 'SELLER']))
    expect(JSON.stringify(updates)).not.toContain(support.id)
  })

  it('are refused empty, and after the end', async () => {
    const { buyer, id } = await newDispute()
    expect(faults(await addUpdate(buyer, id, ''))).toEqual(['body'])
    ok(await decide(await signUp('SUPPORT'), id, 'SELLER'))
    for (const as of [buyer, await signUp('SUPPORT')]) expect((await addUpdate(as, id)).status).toBe(409)
    expect((await incident(buyer, id)).updates).toEqual([])
  })

  it('of twenty at once are all there', async () => {
    const { buyer, seller, id } = await newDispute()
    const answers = await together(20, (i) => addUpdate(i % 2 ? buyer : seller, id, `Mot ${i}`))
    expect(tally(answers)).toEqual({ 201: 20 })
    expect((await incident(buyer, id)).updates).toHaveLength(20)
  })
})

describe('staff edit an incident', () => {
  it('with the version they saw, and never its status or its end', async () => {
    const { id, made } = await newDispute()
    const support = await signUp('SUPPORT')
    const changed = ok(await put(support, id, { severity: 'HIGH', version: made.version }))
    expect(changed).toMatchObject({ severity: 'HIGH', version: made.version + 1 })
    expect(refusal(await put(support, id, { severity: 'LOW', version: made.version }))).toEqual(OLD)
    for (const wrong of [{ severity: 'TOP' }, { status: 'RESOLVED' }, { resolution: {} }, { orderId: null }])
      expect((await put(support, id, wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect(await incident(support, id)).toMatchObject({ severity: 'HIGH', resolution: null })
    await expectUnknownIs404(support, 'PUT', (one) => `/incidents/${one}`, { severity: 'LOW' })
  })

  it('once of ten who saw the same version', async () => {
    const { id, made } = await newDispute()
    const support = await signUp('SUPPORT')
    const answers = await together(10, () => put(support, id, { severity: 'CRITICAL', version: made.version }))
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 })
  })

  it('of a delivered order that its buyer confirmed as well', async () => {
    const market = await newMarket()
    const order = await deliveredOrder(market)
    ok(await actOnOrder(market.buyer, order.id, 'confirm-receipt'))
    const { id } = await newIncident(market.buyer, { orderId: order.id })
    expect(ok(await put(await signUp('ADMIN'), id, { severity: 'LOW' })).severity).toBe('LOW')
  })
})
