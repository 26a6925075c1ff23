import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { call, guest, type Person, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { paperForm } from '#testing/fixtures/kyc.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { webp } from '#testing/fixtures/pictures.ts'

const PDF = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
const send = (as: Person, kind: string, bytes?: Uint8Array | string) =>
  call(as, 'POST', '/riders/me/documents', paperForm(kind, bytes))
const statuses = async (as: Person) =>
  Object.fromEntries(
    (await call(as, 'GET', '/riders/me')).data.documents.map((d: { kind: string; status: string }) => [
      d.kind,
      d.status,
    ]),
  )
const decide = async (id: string, decision: string) => {
  wait(1)
  expect((await call(await signUp('SUPPORT'), 'POST', `/riders/${id}/${decision}`, { reason: 'Vu' })).status).toBe(200)
  wait(1)
}

it('a paper is approved or refused with its rider, and waits when it came after', async () => {
  const person = await withPhone()
  const { id } = (await call(person, 'POST', '/riders/apply', { vehicleType: 'MOTO' })).data
  const rider = { ...person, role: 'RIDER' as const }
  const sent = await send(rider, 'NATIONAL_ID', PDF)
  expect(sent.headers.get('x-d1-round-trips')).toBe('3')
  expect(sent.data.documents).toMatchObject([
    { kind: 'NATIONAL_ID', contentType: 'application/pdf', status: 'PENDING' },
  ])
  await decide(id, 'reject')
  await send(rider, 'PHOTO')
  expect(await statuses(rider)).toEqual({ NATIONAL_ID: 'REJECTED', PHOTO: 'PENDING' })
  await call(rider, 'POST', '/riders/apply', { vehicleType: 'MOTO' })
  expect(await statuses(rider)).toEqual({ NATIONAL_ID: 'PENDING', PHOTO: 'PENDING' })
  await decide(id, 'approve')
  expect(await statuses(rider)).toEqual({ NATIONAL_ID: 'APPROVED', PHOTO: 'APPROVED' })
  await send(rider, 'PHOTO')
  await decide(id, 'suspend')
  expect(await statuses(rider)).toEqual({ NATIONAL_ID: 'APPROVED', PHOTO: 'PENDING' })
  await decide(id, 'reactivate')
  expect(await statuses(rider)).toEqual({ NATIONAL_ID: 'APPROVED', PHOTO: 'APPROVED' })
})

it('fifty of a kind at once leave one, and one file', async () => {
  const rider = await newRider()
  const before = (await env.MEDIA.list()).objects.length
  expect(tally(await together(50, () => send(rider, 'VEHICLE')))).toEqual({ 201: 50 })
  expect(await all("SELECT id FROM documents WHERE owner_id = ? AND kind = 'VEHICLE'", rider.id)).toHaveLength(1)
  await expect.poll(async () => (await env.MEDIA.list()).objects.length).toBe(before + 1)
})

it('the rider reads it at its signed address; a list of staff has none', async () => {
  const rider = await newRider()
  const { url, id } = (await send(rider, 'DRIVER_LICENSE')).data.documents[0]
  const { pathname, search } = new URL(url)
  const file = await call(guest, 'GET', `${pathname.replace('/api/v1', '')}${search}`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="driver_license.jpg"')
  expect(await all("SELECT 1 FROM audit WHERE action = 'document.read' AND target_id = ?", id)).toEqual([])
  const { riders } = (await call(await signUp('SUPPORT'), 'GET', '/riders')).data
  const shown = riders.find((one: { id: string }) => one.id === rider.riderId)
  expect(shown.documents).toMatchObject([{ id, kind: 'DRIVER_LICENSE', url: null }])
  expect((await send(rider, 'PHOTO', webp())).error?.message).toBe('Les documents acceptés sont JPEG, PNG et PDF.')
})

it('no other private file of a rider is shown, read or recorded as a paper', async () => {
  const rider = await newRider()
  const { id: paper } = (await send(rider, 'NATIONAL_ID', PDF)).data.documents[0]
  const copy = `INSERT INTO documents (id, owner_id, kind, key, content_type, size, created_at)
    SELECT ?1 || id, owner_id, ?1, ?1 || key, content_type, size, created_at FROM documents WHERE id = ?2`
  const kinds = ['PROOF', 'ATTACHMENT', 'ID_FRONT', 'BOOKING']
  for (const kind of kinds) await run(copy, kind, paper)
  const support = await signUp('SUPPORT')
  const read = async (id: string) => (await call(support, 'GET', `/riders/${rider.riderId}/documents/${id}`)).status
  const readings = (id: string) => all("SELECT id FROM audit WHERE action = 'document.read' AND target_id = ?", id)
  for (const kind of kinds) {
    expect(await read(kind + paper), kind).toBe(404)
    expect(await readings(kind + paper), kind).toEqual([])
  }
  expect([await read(paper), (await readings(paper)).length]).toEqual([200, 1])
  expect(await statuses(rider)).toEqual({ NATIONAL_ID: 'PENDING' })
})
