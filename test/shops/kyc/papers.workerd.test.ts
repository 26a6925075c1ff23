import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { removeFiles } from '#domain/core/files/remove.ts'
import { eraseUser } from '#domain/people/erasure/erase.ts'
import { call, guest, type Person, tally, together } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { newJob } from '#testing/fixtures/deliveries.ts'
import { IDENTITY } from '#testing/fixtures/inputs.ts'
import { addPaper, sellerWhoSubmitted, sellerWithFile } from '#testing/fixtures/kyc.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg, png, svg, webp } from '#testing/fixtures/pictures.ts'
import { newSeller, newShopkeeper } from '#testing/fixtures/shops.ts'

const PDF = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
const read = (as: Person | null, id: string) => call(as, 'GET', `/seller/kyc/documents/${id}`)
const readByStaff = (as: Person, kycId: string, id: string) =>
  call(as, 'GET', `/seller/kyc/admin/${kycId}/documents/${id}`)
const readings = (id: string) =>
  all<{ actor_id: string }>("SELECT actor_id FROM audit WHERE action = 'document.read' AND target_id = ?", id)

describe('a paper', () => {
  it.each([
    ['a JPEG', jpeg(), 'image/jpeg', 'jpg'],
    ['a PNG', png(), 'image/png', 'png'],
    ['a PDF', PDF, 'application/pdf', 'pdf'],
  ])('is %s by its content, read by its owner, and never kept or opened', async (_, bytes, type, extension) => {
    const seller = await newSeller()
    const { data, headers } = await addPaper(seller, 'ID_FRONT', bytes)
    expect(headers.get('x-d1-round-trips')).toBe('3')
    expect(data.documents).toEqual([
      {
        id: expect.any(String),
        kind: 'ID_FRONT',
        contentType: type,
        size: expect.any(Number),
        status: 'PENDING',
        url: expect.any(String),
      },
    ])
    const answer = await read(seller, data.documents[0].id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="id_front.${extension}"`)
    expect(answer.headers.get('etag')).toBeNull()
    expect(await readings(data.documents[0].id)).toEqual([])

    const { pathname, search } = new URL(data.documents[0].url)
    const signed = await call(guest, 'GET', `${pathname.replace('/api/v1', '')}${search}`)
    expect(signed.status).toBe(200)
    expect(signed.headers.get('content-disposition')).toContain('attachment')
  })

  it.each([
    ['a WebP', webp(), 415],
    ['an SVG', svg, 415],
    ['a text', 'bonjour', 415],
    ['half a PDF', '%PDF-1.4\n1 0 obj', 400],
    ['half a JPEG', jpeg().slice(0, -40), 400],
    ['over 8 MiB', `%PDF-${'x'.repeat(8 * 1024 * 1024)}%%EOF`, 413],
  ])('is not %s', async (_, bytes, status) => {
    const seller = await newSeller()
    const before = (await env.MEDIA.list()).objects.length
    const refused = await addPaper(seller, 'SELFIE', bytes)
    expect(refused.status).toBe(status)
    if (status === 415) expect(refused.error?.message).toBe('Les documents acceptés sont JPEG, PNG et PDF.')
    if (status === 413) expect(refused.error?.message).toMatch(/ 8 Mo/)
    expect((await env.MEDIA.list()).objects.length).toBe(before)
    expect((await call(seller, 'GET', '/seller/kyc')).data.documents).toEqual([])
  })

  it('may be larger than a picture of a product', async () => {
    const seller = await newSeller()
    expect((await addPaper(seller, 'ID_BACK', `%PDF-${'x'.repeat(7 * 1024 * 1024)}%%EOF`)).status).toBe(201)
    expect((await addPaper(seller, 'PASSPORT')).error?.details?.[0]?.field).toBe('kind')
  })

  it('stands in the place of the one of its kind, whose file goes; fifty at once leave one', async () => {
    const seller = await newSeller()
    const first = (await addPaper(seller, 'SELFIE')).data.documents[0].id
    const answers = await together(50, () => addPaper(seller, 'SELFIE'))
    expect(tally(answers)).toEqual({ 201: 50 })
    const { documents } = (await call(seller, 'GET', '/seller/kyc')).data
    expect(documents).toHaveLength(1)
    expect((await read(seller, first)).status).toBe(404)
    await removeFiles(contextNow())
    expect(await count('documents WHERE owner_id = ?', seller.id)).toBe(1)
    expect((await env.MEDIA.list({ prefix: `private/${first}` })).objects).toEqual([])
    expect((await read(seller, documents[0].id)).status).toBe(200)
  })

  it('is taken away by its seller alone', async () => {
    const [seller, other] = [await sellerWithFile(), await sellerWithFile()]
    const { id } = (await call(seller, 'GET', '/seller/kyc')).data.documents[0]
    expect((await read(other, id)).status).toBe(404)
    expect((await call(other, 'DELETE', `/seller/kyc/documents/${id}`)).status).toBe(404)
    expect((await call(seller, 'DELETE', `/seller/kyc/documents/${id}`)).data).toEqual({ deleted: true })
    expect((await call(seller, 'DELETE', `/seller/kyc/documents/${id}`)).status).toBe(404)
    expect((await read(seller, id)).status).toBe(404)
  })

  it('is read by staff through its own file, and each reading is recorded', async () => {
    const [seller, other] = [await sellerWhoSubmitted(), await sellerWhoSubmitted()]
    const support = await signUp('SUPPORT')
    const { id } = (await call(seller, 'GET', '/seller/kyc')).data.documents[0]
    const answer = await readByStaff(support, seller.kycId, id)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    await readByStaff(support, seller.kycId, id)
    expect(await readings(id)).toEqual([{ actor_id: support.id }, { actor_id: support.id }])
    expect((await readByStaff(support, other.kycId, id)).status).toBe(404)
    expect((await readByStaff(support, seller.kycId, crypto.randomUUID())).status).toBe(404)
    expect(await readings(id)).toHaveLength(2)
    for (const role of ['ACCOUNTANT', 'SELLER', 'BUYER', 'RIDER'] as const)
      expect((await readByStaff(await signUp(role), seller.kycId, id)).status, role).toBe(403)
  })

  it('is of the file alone: no other private file of its seller is read or taken away there', async () => {
    const job = await newJob({ seller: await newShopkeeper() })
    const { seller } = job
    const form = new FormData()
    form.append('file', new File([Uint8Array.from(jpeg())], 'colis.jpg'))
    const { data: photo } = await call(seller, 'POST', `/orders/${job.orderId}/messages/attachments`, form)
    const kyc = (await call(seller, 'PUT', '/seller/kyc', IDENTITY)).data
    await run(
      `INSERT INTO documents (id, owner_id, kind, key, content_type, size, created_at)
       SELECT 'licence-' || id, owner_id, 'DRIVER_LICENSE', 'licence-' || key, content_type, size, created_at FROM documents WHERE id = ?`,
      photo.id,
    )
    const support = await signUp('SUPPORT')
    for (const id of [photo.id, `licence-${photo.id}`]) {
      expect((await read(seller, id)).status).toBe(404)
      expect((await readByStaff(support, kyc.id, id)).status).toBe(404)
      expect(await readings(id)).toEqual([])
      expect((await call(seller, 'DELETE', `/seller/kyc/documents/${id}`)).status).toBe(404)
      expect(await count('documents WHERE id = ?', id)).toBe(1)
    }
    expect((await call(seller, 'GET', '/seller/kyc')).data.documents).toEqual([])
  })

  it('goes with its owner, and so does what the file says', async () => {
    const seller = await sellerWhoSubmitted()
    const { id } = (await call(seller, 'GET', '/seller/kyc')).data.documents[0]
    await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', seller.id)
    expect(await eraseUser(contextNow(), seller.id)).toBe(true)
    await removeFiles(contextNow())
    expect(await count('documents WHERE owner_id = ?', seller.id)).toBe(0)
    expect((await env.MEDIA.list({ prefix: `private/${id}` })).objects).toEqual([])
    expect(
      await first('SELECT legal_name, birth_date, sealed_id_number, id_expires_at FROM kyc WHERE id = ?', seller.kycId),
    ).toEqual({
      legal_name: null,
      birth_date: null,
      sealed_id_number: null,
      id_expires_at: null,
    })
    expect((await call(await signUp('SUPPORT'), 'GET', `/seller/kyc/admin/${seller.kycId}`)).data).toMatchObject({
      legalName: null,
      idNumber: null,
      documents: [],
    })
  })
})
