import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { actOnJob, dropoffCode, newJob, newRider, pickedUpJob } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { gif, jpeg, png, SECRET, svg, webp } from '#testing/fixtures/pictures.ts'
import { MINUTE } from '#testing/stories/money.ts'
import {
  type Data,
  expectUnknownIs404,
  fileForm,
  forgeAddress,
  GONE,
  ok,
  readSigned,
  refusal,
} from '#testing/stories/orders.ts'

const prove = (as: Caller, deliveryId: string, bytes: Uint8Array | string = jpeg()) =>
  call(as, 'POST', `/deliveries/${deliveryId}/proofs`, fileForm(bytes))
const proofsOf = async (as: Caller, deliveryId: string): Promise<Data[]> =>
  ok(await call(as, 'GET', `/deliveries/${deliveryId}`)).proofs

describe('a proof of a delivery', () => {
  it('is a picture that the rider takes once the parcel is picked up', async () => {
    const [rider, job] = [await newRider(), await newJob()]
    expect([404, 409]).toContain((await prove(rider, job.deliveryId)).status)
    ok(await actOnJob(rider, job, 'accept'))
    expect((await prove(rider, job.deliveryId)).status).toBe(409)
    expect(await proofsOf(rider, job.deliveryId)).toEqual([])
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode }))
    const sent = await prove(rider, job.deliveryId)
    expect(sent.status).toBe(201)
    const [proof] = await proofsOf(rider, job.deliveryId)
    expect(proof).toMatchObject({ id: expect.any(String), url: expect.any(String) })
    const file = await readSigned(proof.url, rider)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(String(file.data)).not.toContain(SECRET)
  })

  it('stays with the delivery when it is done, and staff read it', async () => {
    const rider = await newRider()
    const job = await pickedUpJob(rider)
    ok(await prove(rider, job.deliveryId))
    ok(await actOnJob(rider, job, 'deliver', { code: await dropoffCode(job) }))
    expect((await prove(rider, job.deliveryId)).status).toBe(201)
    const shown = await proofsOf(await signUp('SUPPORT'), job.deliveryId)
    expect(shown).toHaveLength(2)
    expect((await readSigned(shown[0].url, await signUp('SUPPORT'))).status).toBe(200)
  })

  it('is one of five at most, many at once too', async () => {
    const rider = await newRider()
    const job = await pickedUpJob(rider)
    const answers = await together(7, () => prove(rider, job.deliveryId))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409])
    expect(await proofsOf(rider, job.deliveryId)).toHaveLength(5)
    expect((await prove(rider, job.deliveryId)).status).toBe(409)
  })

  it('is a JPEG, PNG or WebP of 5 MB at most, in the field file', async () => {
    const rider = await newRider()
    const job = await pickedUpJob(rider)
    for (const bytes of [gif, svg, '%PDF-1.4\n%%EOF\n'])
      expect((await prove(rider, job.deliveryId, bytes)).status).toBe(415)
    const big = new Uint8Array(6 * 1024 * 1024)
    big.set(jpeg())
    expect((await prove(rider, job.deliveryId, big)).status).toBe(413)
    expect((await call(rider, 'POST', `/deliveries/${job.deliveryId}/proofs`, new FormData())).status).toBe(400)
    expect(await proofsOf(rider, job.deliveryId)).toEqual([])
    for (const bytes of [png(), webp()]) expect((await prove(rider, job.deliveryId, bytes)).status).toBe(201)
  })

  it('is the rider’s whose job it is: others 404, other roles 403, guests 401', async () => {
    const [rider, other] = [await newRider(), await newRider()]
    const job = await pickedUpJob(rider)
    expect(refusal(await prove(other, job.deliveryId))).toEqual(GONE)
    for (const as of [job.buyer, job.seller, await signUp('ADMIN')])
      expect((await prove(as, job.deliveryId)).status).toBe(403)
    expect((await prove(guest, job.deliveryId)).status).toBe(401)
    await expectUnknownIs404(rider, 'POST', (id) => `/deliveries/${id}/proofs`, fileForm(jpeg()))
  })

  it('is read for ten minutes at an address that cannot be made up', async () => {
    const rider = await newRider()
    const job = await pickedUpJob(rider)
    ok(await prove(rider, job.deliveryId))
    const [{ url }] = (await proofsOf(rider, job.deliveryId)) as [Data]
    expect([401, 403, 404, 410]).toContain((await readSigned(forgeAddress(url), rider)).status)
    wait(9 * MINUTE)
    expect((await readSigned(url, rider)).status).toBe(200)
    wait(2 * MINUTE)
    expect([401, 403, 404, 410]).toContain((await readSigned(url, rider)).status)
  })
})
