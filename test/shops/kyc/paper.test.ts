import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { gif, jpeg, png, svg } from '#testing/fixtures/pictures.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { expectUnknownIs404, faults, GONE, ok, refusal } from '#testing/stories/catalogue.ts'
import { draftKyc, FIELDS, kyc, newSubmittedKyc, paper, pdf, send } from '#testing/stories/kyc.ts'

const KINDS = ['ID_FRONT', 'ID_BACK', 'SELFIE', 'BUSINESS_REGISTRATION', 'TAX_CERTIFICATE', 'PROOF_OF_ADDRESS']
const documentPath = (id: string) => `/seller/kyc/documents/${id}`
const documentOf = async (seller: Parameters<typeof kyc>[0]) => (await kyc(seller)).documents[0]
/** A seller with a draft that is still open. */
async function drafting() {
  const seller = await newSeller()
  ok(await call(seller, 'PUT', '/seller/kyc', FIELDS))
  return seller
}

describe('a paper', () => {
  it('is of one of six kinds, and stands in the KYC with what it is', async () => {
    const seller = await drafting()
    for (const kind of KINDS) ok(await send(seller, kind))
    const { documents } = await kyc(seller)
    expect(documents.map(({ kind }: { kind: string }) => kind).sort()).toEqual([...KINDS].sort())
    for (const document of documents) {
      expect(document).toMatchObject({ id: expect.any(String), contentType: 'image/jpeg' })
      expect(document.size).toBeGreaterThan(0)
      expect(typeof document.status).toBe('string')
    }
  })

  it('is a JPEG, PNG or PDF by its content, whatever it says it is', async () => {
    const seller = await drafting()
    for (const [file, contentType] of [
      [jpeg(), 'image/jpeg'],
      [png(), 'image/png'],
      [pdf, 'application/pdf'],
    ] as const) {
      ok(await send(seller, 'TAX_CERTIFICATE', file, 'text/plain'))
      const { documents } = await kyc(seller)
      expect(documents.map((document: { contentType: string }) => document.contentType)).toContain(contentType)
    }
    for (const file of [gif, svg, new TextEncoder().encode('MZ un programme')])
      expect((await send(seller, 'TAX_CERTIFICATE', file, 'image/jpeg')).status).toBe(415)
  })

  it('is at most 8 MB', async () => {
    const seller = await drafting()
    const big = new Uint8Array(9 * 1024 * 1024)
    big.set(pdf)
    expect((await send(seller, 'ID_BACK', big)).status).toBe(413)
    const large = new Uint8Array(7 * 1024 * 1024).fill(0x20)
    large.set(pdf.slice(0, -6))
    large.set(pdf.slice(-6), large.length - 6)
    ok(await send(seller, 'ID_BACK', large, 'application/pdf'))
  })

  it('has a file and a kind', async () => {
    const seller = await drafting()
    expect(faults(await send(seller, 'PHOTO'))).toEqual(['kind'])
    const noFile = new FormData()
    noFile.append('kind', 'SELFIE')
    expect(faults(await call(seller, 'POST', '/seller/kyc/documents', noFile))).toEqual(['file'])
    const noKind = paper('SELFIE')
    noKind.delete('kind')
    expect(faults(await call(seller, 'POST', '/seller/kyc/documents', noKind))).toEqual(['kind'])
    expect((await call(seller, 'POST', '/seller/kyc/documents', { kind: 'SELFIE' })).status).toBe(415)
    expect((await kyc(seller)).documents).toEqual([])
  })

  it('is taken away while the KYC is open; then it is 404', async () => {
    const seller = await drafting()
    ok(await send(seller, 'SELFIE'))
    const { id } = await documentOf(seller)
    ok(await call(seller, 'DELETE', documentPath(id)))
    expect((await kyc(seller)).documents).toEqual([])
    expect(refusal(await call(seller, 'GET', documentPath(id)))).toEqual(GONE)
    expect(refusal(await call(seller, 'DELETE', documentPath(id)))).toEqual(GONE)
  })

  it('that is required and taken away is missing again', async () => {
    const seller = await newSeller()
    await draftKyc(seller)
    const { documents } = await kyc(seller)
    const selfie = documents.find(({ kind }: { kind: string }) => kind === 'SELFIE')
    ok(await call(seller, 'DELETE', documentPath(selfie.id)))
    const { status, error } = await call(seller, 'POST', '/seller/kyc/submit')
    expect([status, error?.details?.map(({ field }) => field)]).toEqual([409, ['SELFIE']])
  })

  it('goes once when it is taken away many times at once, or submitted meanwhile', async () => {
    const seller = await drafting()
    ok(await send(seller, 'ID_BACK'))
    const { id } = await documentOf(seller)
    expect(tally(await together(4, () => call(seller, 'DELETE', documentPath(id))))).toEqual({ 200: 1, 404: 3 })
    const racing = await newSeller()
    await draftKyc(racing)
    const selfie = (await kyc(racing)).documents.find(({ kind }: { kind: string }) => kind === 'SELFIE')
    const [gone, sent] = await Promise.all([
      call(racing, 'DELETE', documentPath(selfie.id)),
      call(racing, 'POST', '/seller/kyc/submit'),
    ])
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([gone?.status, sent?.status])
  })
})

describe('a paper is private', () => {
  it('its owner reads it, as it is and never from a cache', async () => {
    const seller = await drafting()
    ok(await send(seller, 'TAX_CERTIFICATE', pdf, 'application/pdf'))
    const { id } = await documentOf(seller)
    const read = await call(seller, 'GET', documentPath(id))
    expect(read.status).toBe(200)
    expect(read.headers.get('content-type')).toContain('application/pdf')
    expect(read.headers.get('cache-control')).toContain('no-store')
    expect(read.headers.get('x-content-type-options')).toBe('nosniff')
    expect(read.body).toContain('%PDF-1.4')
  })

  it('nobody else does: another seller 404, others 403, a guest 401', async () => {
    const seller = await drafting()
    ok(await send(seller, 'SELFIE'))
    const { id } = await documentOf(seller)
    const [other, admin, buyer] = [await drafting(), await signUp('ADMIN'), await signUp()]
    for (const method of ['GET', 'DELETE']) {
      expect(refusal(await call(other, method, documentPath(id))), method).toEqual(GONE)
      expect((await call(admin, method, documentPath(id))).status, method).toBe(403)
      expect((await call(buyer, method, documentPath(id))).status, method).toBe(403)
      expect((await call(guest, method, documentPath(id))).status, method).toBe(401)
      await expectUnknownIs404(seller, method, documentPath)
    }
    expect((await kyc(seller)).documents).toHaveLength(1)
    expect((await call(guest, 'GET', `/media/${id}`)).status).toBe(404)
  })

  it('each read of staff is written down: who, and of what', async () => {
    const { seller, staff, id } = await newSubmittedKyc()
    const document = await documentOf(seller)
    const path = `/seller/kyc/admin/${id}/documents/${document.id}`
    const logged = () => count('audit WHERE actor_id = ? AND target_id IN (?, ?)', staff.id, id, document.id)
    const before = await logged()
    const read = await call(staff, 'GET', path)
    expect(read.status).toBe(200)
    expect(read.headers.get('cache-control')).toContain('no-store')
    expect(await logged()).toBe(before + 1)
    await call(staff, 'GET', path)
    expect(await logged()).toBe(before + 2)
  })

  it('staff read it under the KYC it belongs to, and nowhere else', async () => {
    const [one, two] = [await newSubmittedKyc(), await newSubmittedKyc()]
    const document = await documentOf(one.seller)
    const path = (kycId: string, documentId: string) => `/seller/kyc/admin/${kycId}/documents/${documentId}`
    expect(refusal(await call(one.staff, 'GET', path(two.id, document.id)))).toEqual(GONE)
    await expectUnknownIs404(one.staff, 'GET', (some) => path(one.id, some))
    await expectUnknownIs404(one.staff, 'GET', (some) => path(some, document.id))
    for (const [as, status] of [
      [one.seller, 403],
      [await signUp('ACCOUNTANT'), 403],
      [guest, 401],
    ] as const)
      expect((await call(as, 'GET', path(one.id, document.id))).status).toBe(status)
  })
})
