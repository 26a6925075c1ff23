import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { removeFiles } from '#domain/core/files/remove.ts'
import { eraseUser } from '#domain/people/erasure/erase.ts'
import { type Caller, call, guest, tally, together } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { actOnJob, newJob, newRider, pickedUpJob } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, deliveredOrder, newMarket } from '#testing/fixtures/orders.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'

function photo(bytes = jpeg()): FormData {
  const form = new FormData()
  form.append('file', new File([Uint8Array.from(bytes)], 'colis.jpg'))
  return form
}
const prove = (as: Caller, id: string) => call(as, 'POST', `/deliveries/${id}/proofs`, photo())
const read = (url: string) => {
  const { pathname, search } = new URL(url)
  return call(guest, 'GET', `${pathname.replace('/api/v1', '')}${search}`)
}
const stored = async () => (await env.MEDIA.list()).objects.length

it('a proof is shown to both parties in the tracking, and whoever of them looks is written down', async () => {
  const rider = await newRider()
  const job = await pickedUpJob(rider)
  const sent = await prove(rider, job.deliveryId)
  expect(sent.headers.get('x-d1-round-trips')).toBe('3')
  const [proof] = sent.data.proofs
  expect(proof).toEqual({
    id: expect.any(String),
    url: expect.any(String),
    contentType: 'image/jpeg',
    size: expect.any(Number),
    createdAt: expect.stringMatching(/Z$/),
  })
  for (const party of [job.buyer, job.seller, rider]) {
    const { proofs } = (await call(party, 'GET', `/orders/${job.orderId}/tracking`)).data
    expect(proofs).toEqual([{ ...proof, url: expect.any(String) }])
    expect((await read(proofs[0].url)).status).toBe(200)
  }
  const readers = await all<{ actor_id: string }>('SELECT actor_id FROM audit WHERE target_id = ?', proof.id)
  expect(readers.map(({ actor_id }) => actor_id).sort()).toEqual([job.buyer.id, job.seller.id].sort())
})

it('five of fifty proofs at once are taken, and no file of the others stays', async () => {
  const rider = await newRider()
  const job = await pickedUpJob(rider)
  const before = await stored()
  expect(tally(await together(50, () => prove(rider, job.deliveryId)))).toEqual({ 201: 5, 409: 45 })
  expect((await stored()) - before).toBe(5)
  const refused = await prove(rider, job.deliveryId)
  expect(refused.error).toMatchObject({ code: 'CONFLICT', message: 'Une course a 5 preuves au plus.' })
})

it('says why there is no proof yet', async () => {
  const [rider, job] = [await newRider(), await newJob()]
  await actOnJob(rider, job, 'accept')
  const { error } = await prove(rider, job.deliveryId)
  expect(error).toMatchObject({
    reason: 'INVALID_TRANSITION',
    message: "Impossible d'ajouter une preuve : la course est attribuée.",
  })
})

it('a proof is erased with the account of its buyer, whose door it may show', async () => {
  const [market, rider] = [await newMarket(), await newRider()]
  const order = await deliveredOrder(market, rider)
  const before = await stored()
  expect((await prove(rider, order.delivery.id)).status).toBe(201)
  expect((await actOnOrder(market.buyer, order.id, 'confirm-receipt')).status).toBe(200)
  const { id } = market.buyer
  await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', id)
  expect(await eraseUser(contextNow(), id)).toBe(true)
  await removeFiles(contextNow())
  expect(await all('SELECT id FROM documents WHERE subject_id = ?', order.delivery.id)).toEqual([])
  expect(await stored()).toBe(before)
})
