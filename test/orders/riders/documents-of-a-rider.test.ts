import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, together } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { gif, jpeg, svg } from '#testing/fixtures/pictures.ts'
import { type Data, expectStaffOnly, faults, fileForm, GONE, ok, refusal, UNKNOWN } from '#testing/stories/orders.ts'

const KINDS = ['NATIONAL_ID', 'DRIVER_LICENSE', 'VEHICLE', 'PHOTO']
const addDocument = (as: Caller, kind: string, bytes: Uint8Array | string = jpeg()) =>
  call(as, 'POST', '/riders/me/documents', fileForm(bytes, { kind }))
const mine = async (as: Caller): Promise<Data[]> => ok(await call(as, 'GET', '/riders/me')).documents
const read = (as: Caller, riderId: string, id: string) => call(as, 'GET', `/riders/${riderId}/documents/${id}`)

describe('the documents of a rider', () => {
  it('are of four kinds, seen by the rider and by staff', async () => {
    const rider = await newRider()
    expect(await mine(rider)).toEqual([])
    for (const kind of KINDS) expect((await addDocument(rider, kind)).status).toBe(201)
    const documents = await mine(rider)
    expect(documents.map(({ kind }) => kind).sort()).toEqual([...KINDS].sort())
    for (const document of documents)
      expect(document).toMatchObject({
        id: expect.any(String),
        contentType: 'image/jpeg',
        size: expect.any(Number),
        status: expect.any(String),
      })
    const shown = ok(await call(await signUp('SUPPORT'), 'GET', `/riders/${rider.riderId}`))
    expect(shown.documents.map(({ id }: Data) => id).sort()).toEqual(documents.map(({ id }) => id).sort())
  })

  it('are handed in by an applicant who waits for the decision', async () => {
    const person = await withPhone()
    ok(await call(person, 'POST', '/riders/apply', { vehicleType: 'MOTO', vehiclePlate: 'A 1', zones: [] }))
    const applicant = { ...person, role: 'RIDER' as const }
    expect((await addDocument(applicant, 'NATIONAL_ID')).status).toBe(201)
    expect(await mine(applicant)).toHaveLength(1)
  })

  it('are refused where the kind or the file is none', async () => {
    const rider = await newRider()
    expect(faults(await addDocument(rider, 'PASSEPORT'))).toEqual(['kind'])
    for (const bytes of [gif, svg, 'bonjour']) expect((await addDocument(rider, 'PHOTO', bytes)).status).toBe(415)
    const empty = new FormData()
    empty.append('kind', 'PHOTO')
    expect(faults(await call(rider, 'POST', '/riders/me/documents', empty))).toEqual(['file'])
    const huge = new Uint8Array(9 * 1024 * 1024)
    huge.set(jpeg())
    expect((await addDocument(rider, 'PHOTO', huge)).status).toBe(413)
    expect(await mine(rider)).toEqual([])
  })

  it('are a rider’s alone to send', async () => {
    for (const role of ['BUYER', 'SELLER', 'SUPPORT'] as const)
      expect((await addDocument(await signUp(role), 'PHOTO')).status).toBe(403)
    expect((await addDocument(guest, 'PHOTO')).status).toBe(401)
  })

  it('are read by staff, never kept, and each reading is written down', async () => {
    const [rider, other, support] = [await newRider(), await newRider(), await signUp('SUPPORT')]
    ok(await addDocument(rider, 'NATIONAL_ID'))
    const [{ id }] = (await mine(rider)) as [Data]
    const file = await read(support, rider.riderId, id)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(file.headers.get('cache-control')).toBe('no-store')
    const written = 'SELECT 1 FROM audit WHERE actor_id = ? AND target_id IN (?, ?)'
    expect(await all(written, support.id, id, rider.riderId)).toHaveLength(1)
    await expectStaffOnly('GET', `/riders/${rider.riderId}/documents/${id}`)
    expect((await read(rider, rider.riderId, id)).status).toBe(403)
    for (const [riderId, document] of [
      [other.riderId, id],
      [UNKNOWN, id],
      [rider.riderId, UNKNOWN],
      [rider.riderId, 'pas-un-id'],
    ] as const)
      expect(refusal(await read(support, riderId, document))).toEqual(GONE)
  })

  it('stand nowhere that others see: no list of deliveries, no job', async () => {
    const rider = await newRider()
    const answers = await together(3, () => addDocument(rider, 'PHOTO'))
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const [{ id }] = (await mine(rider)) as [Data]
    const seen = await call(await signUp('SUPPORT'), 'GET', '/deliveries?limit=100')
    expect(JSON.stringify(seen.body)).not.toContain(id)
  })
})
