import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, type Person, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count } from '#testing/fixtures/database.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { gif, jpeg, png, svg, webp } from '#testing/fixtures/pictures.ts'
import { newDispute } from '#testing/stories/disputes.ts'
import { again } from '#testing/stories/money.ts'
import {
  audit,
  type Data,
  decide,
  expectUnknownIs404,
  feed,
  incident,
  jobsAfter,
  newIncident,
  newTicket,
  ok,
  onIncident,
  onTicket,
  refusal,
  ticket,
} from '#testing/stories/office.ts'
import { fileForm, GONE, readSigned, UNKNOWN } from '#testing/stories/orders.ts'

// Rule (8.7.2): the parties of an incident and staff send evidence (JPEG, PNG, WebP, PDF, 5 MB, 10), private files that go with
// an update; tickets the same. The other side has 48 hours to answer, and is reminded at 24.

const HOUR = 3_600_000
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
const send = (as: Caller, id: string, bytes: Uint8Array | string = jpeg()) =>
  call(as, 'POST', `/incidents/${id}/attachments`, fileForm(bytes))
const sendTo = (as: Caller, id: string, bytes: Uint8Array | string = jpeg()) =>
  call(as, 'POST', `/support/tickets/${id}/attachments`, fileForm(bytes))
const write = (as: Caller, id: string, attachments: string[], body = 'Voyez.') =>
  onIncident(as, id, 'updates', { body, attachments })
const lastUpdate = async (as: Caller, id: string): Promise<Data> => (await incident(as, id)).updates.at(-1)

describe('evidence of an incident', () => {
  it.each([
    ['JPEG', jpeg(), 'image/jpeg'],
    ['PNG', png(), 'image/png'],
    ['WebP', webp(), 'image/webp'],
    ['PDF', PDF, 'application/pdf'],
  ])('is a %s, and goes with an update that both sides and staff read', async (_, bytes, contentType) => {
    const { buyer, seller, support, id } = await newDispute()
    const sent = ok(await send(buyer, id, bytes))
    ok(await write(buyer, id, [sent.id]))
    for (const reader of [buyer, seller, support]) {
      const { attachments } = await lastUpdate(reader, id)
      expect(attachments).toEqual([{ id: sent.id, url: expect.any(String), contentType, size: sent.size }])
      expect((await readSigned(attachments[0].url, reader)).status).toBe(200)
    }
    const reads = await audit(await signUp('ADMIN'), `action=document.read&targetId=${sent.id}`)
    expect(reads).toHaveLength(1)
  })

  it('is nothing else: no GIF, no SVG, no PDF with a script, no more than 5 MB', async () => {
    const { buyer, id } = await newDispute()
    for (const bytes of [gif, svg, 'bonjour']) expect((await send(buyer, id, bytes)).status).toBe(415)
    const active = PDF.replace('/Pages 2 0 R>>', '/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>')
    expect((await send(buyer, id, active)).status).toBe(400)
    const big = new Uint8Array(5 * 1024 * 1024 + 1)
    big.set(jpeg())
    expect((await send(buyer, id, big)).status).toBe(413)
  })

  it('is sent by its parties and staff alone: strangers hear 404, guests 401', async () => {
    const { buyer, seller, support, id } = await newDispute()
    for (const as of [seller, support]) expect((await send(as, id)).status).toBe(201)
    expect(refusal(await send(await signUp(), id))).toEqual(GONE)
    expect((await send(guest, id)).status).toBe(401)
    await expectUnknownIs404(buyer, 'POST', (unknown) => `/incidents/${unknown}/attachments`, fileForm(jpeg()))
  })

  it('goes with an update of its sender and its incident, once', async () => {
    const [one, two] = [await newDispute(), await newDispute()]
    const mine = ok(await send(one.buyer, one.id)).id
    expect(refusal(await write(one.seller, one.id, [mine]))).toEqual(GONE)
    expect(refusal(await write(two.buyer, two.id, [mine]))).toEqual(GONE)
    expect(refusal(await write(one.buyer, one.id, [UNKNOWN]))).toEqual(GONE)
    expect((await write(one.buyer, one.id, [mine, mine])).status).toBe(400)
    expect((await incident(one.buyer, one.id)).updates).toEqual([])
    const both = await together(2, () => write(one.buyer, one.id, [mine]))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(refusal(await write(one.buyer, one.id, [mine]))).toEqual([409, 'IN_USE'])
  })

  it('is ten files of each side at most, also of twelve at once', async () => {
    const { buyer, seller, id } = await newDispute()
    const answers = await together(12, () => send(buyer, id))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect((await send(buyer, id)).status).toBe(409)
    expect((await send(seller, id)).status).toBe(201)
    await expect(count('documents WHERE subject_id = ?', id)).resolves.toBe(11)
  })

  it('is taken while the incident is open, and forgotten if no update uses it', async () => {
    const { buyer, id, support } = await newDispute()
    const { url } = ok(await send(buyer, id))
    await jobsAfter(25 * HOUR)
    await expect(count('documents WHERE subject_id = ?', id)).resolves.toBe(0)
    const now = await again(buyer)
    expect((await readSigned(url, now)).status).not.toBe(200)
    ok(await decide(await again(support), id, 'SELLER'))
    expect(refusal(await send(now, id))).toEqual([409, 'INVALID_TRANSITION'])
  })
})

describe('an answer to an incident', () => {
  const reminders = async (as: Person) =>
    (await feed(await again(as))).notifications.filter(({ type }: Data) => type === 'incident.unanswered')

  it('is wanted of the other side for 48 hours, who is reminded once at 24', async () => {
    const { buyer, seller, id, made } = await newDispute()
    expect(Date.parse(made.answerBy) - Date.parse(made.createdAt)).toBe(48 * HOUR)
    await jobsAfter(23 * HOUR)
    expect(await reminders(seller)).toEqual([])
    await jobsAfter(HOUR)
    await jobsAfter(HOUR)
    expect(await reminders(seller)).toHaveLength(1)
    expect(await reminders(buyer)).toEqual([])
    const [accuser, answerer] = [await again(buyer), await again(seller)]
    ok(await write(accuser, id, []))
    expect((await incident(accuser, id)).answerBy).toBe(made.answerBy)
    ok(await write(answerer, id, []))
    expect((await incident(accuser, id)).answerBy).toBeNull()
  })

  it('is not wanted once it came, after a decision, or where there is no other side', async () => {
    const [answered, decided] = [await newDispute(), await newDispute()]
    ok(await write(answered.seller, answered.id, []))
    ok(await decide(decided.support, decided.id, 'SELLER'))
    expect((await incident(decided.buyer, decided.id)).answerBy).toBeNull()
    const market = await newMarket()
    const order = await paidOrder(market)
    const byStaff = await newIncident(await signUp('SUPPORT'), { orderId: order.id })
    expect(byStaff.answerBy).toBeNull()
    expect((await newIncident(await signUp(), { type: 'OTHER' })).answerBy).toBeNull()
    await jobsAfter(25 * HOUR)
    for (const { seller } of [answered, decided]) expect(await reminders(seller)).toEqual([])
  })
})

describe('a file of a ticket', () => {
  it('goes with a message of its owner or the team; an internal note keeps its own', async () => {
    const owner = await signUp()
    const support = await signUp('SUPPORT')
    const { id } = await newTicket(owner)
    const sent = ok(await sendTo(owner, id, PDF))
    const said = ok(await onTicket(owner, id, 'messages', { body: 'Mon reçu.', attachments: [sent.id] }))
    expect(said.attachments).toMatchObject([{ id: sent.id, contentType: 'application/pdf' }])
    const inside = ok(await sendTo(support, id))
    ok(await onTicket(support, id, 'messages', { body: 'Entre nous.', isInternal: true, attachments: [inside.id] }))
    const byOwner = JSON.stringify((await ticket(owner, id)).messages)
    expect(byOwner).toContain(sent.id)
    expect(byOwner).not.toContain(inside.id)
    expect(JSON.stringify((await ticket(support, id)).messages)).toContain(inside.id)
  })

  it('is refused to strangers and in a closed ticket, and is ten of each at most', async () => {
    const owner = await signUp()
    const { id } = await newTicket(owner)
    expect(refusal(await sendTo(await signUp(), id))).toEqual(GONE)
    expect((await sendTo(guest, id)).status).toBe(401)
    for (let i = 0; i < 10; i++) expect((await sendTo(owner, id)).status).toBe(201)
    expect((await sendTo(owner, id)).status).toBe(409)
    ok(await onTicket(owner, id, 'close'))
    wait(1000)
    expect(refusal(await sendTo(await signUp('SUPPORT'), id))).toEqual([409, 'INVALID_TRANSITION'])
  })
})
