import { describe, expect, it, vi } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { IDENTITY } from '#testing/fixtures/inputs.ts'
import { addPaper, decideKyc, sellerWhoSubmitted, sellerWithFile } from '#testing/fixtures/kyc.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'

const show = (seller: Parameters<typeof call>[0]) => call(seller, 'GET', '/seller/kyc')
const kycStatus = async (seller: Parameters<typeof call>[0]) =>
  (await call(seller, 'GET', '/seller/profile/me')).data.kycStatus

describe('the identity file of a seller', () => {
  it('is NOT_STARTED without id until its first change, which makes a DRAFT', async () => {
    const seller = await newSeller()
    const before = await show(seller)
    expect(before.data).toMatchObject({ id: null, status: 'NOT_STARTED', idNumber: null, documents: [], reason: null })
    expect(before.headers.get('x-d1-round-trips')).toBe('2')
    expect(before.headers.get('cache-control')).toBe('no-store')

    const { data, headers } = await call(seller, 'PUT', '/seller/kyc', { legalName: 'Aline Mapendo' })
    expect(data).toMatchObject({ id: expect.any(String), status: 'DRAFT', legalName: 'Aline Mapendo', birthDate: null })
    expect(headers.get('x-d1-round-trips')).toBe('3')
    expect(await kycStatus(seller)).toBe('DRAFT')
    const more = await call(seller, 'PUT', '/seller/kyc', { birthDate: '1990-05-12', idExpiresAt: null })
    expect(more.data).toMatchObject({ id: data.id, legalName: 'Aline Mapendo', birthDate: '1990-05-12' })
    expect((await show(seller)).data).toMatchObject({ ...more.data, documents: [] })
  })

  it('is begun once by fifty first changes, and by a first paper too', async () => {
    const seller = await newSeller()
    const answers = await together(50, (i) => call(seller, 'PUT', '/seller/kyc', { legalName: `Aline ${i}` }))
    expect(tally(answers)[200]).toBeGreaterThan(0)
    expect(
      await count('kyc k JOIN seller_profiles p ON p.id = k.seller_profile_id WHERE p.user_id = ?', seller.id),
    ).toBe(1)
    const other = await newSeller()
    expect((await addPaper(other, 'SELFIE')).data).toMatchObject({ status: 'DRAFT', documents: [{ kind: 'SELFIE' }] })
    expect(await kycStatus(other)).toBe('DRAFT')
  })

  it('masks the number of the paper for everybody, and keeps it sealed', async () => {
    const seller = await sellerWhoSubmitted()
    const support = await signUp('SUPPORT')
    const answers = [
      await show(seller),
      await call(support, 'GET', `/seller/kyc/admin/${seller.kycId}`),
      await call(support, 'GET', '/seller/kyc/admin'),
    ]
    for (const { body } of answers) {
      expect(JSON.stringify(body)).toContain('•••••••••KWZQ')
      expect(JSON.stringify(body)).not.toContain(IDENTITY.idNumber)
    }
    const row = JSON.stringify(await all('SELECT * FROM kyc WHERE id = ?', seller.kycId))
    expect(row).not.toContain('KWZQ')
    expect(row).toContain('Aline')
  })

  it('says nothing of the number in what is kept for an Idempotency-Key', async () => {
    const seller = await sellerWithFile()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { data } = await call(seller, 'POST', '/seller/kyc/submit', undefined, key)
    const again = await call(seller, 'POST', '/seller/kyc/submit', undefined, key)
    const unsigned = (answer: unknown) => JSON.parse(JSON.stringify(answer).replace(/\?reader=[^"]*/g, ''))
    expect([again.headers.get('idempotent-replayed'), unsigned(again.data)]).toEqual(['true', unsigned(data)])
    const kept = JSON.stringify(await all('SELECT * FROM idempotency_keys WHERE scope LIKE ?', `${seller.id} %`))
    for (const word of ['KWZQ', 'Aline', 'signature']) expect(kept).not.toContain(word)
  })

  it.each([
    [{ birthDate: '2999-01-01' }, 'birthDate'],
    [{ birthDate: '2020-01-01' }, 'birthDate'],
    [{ birthDate: '1890-01-01' }, 'birthDate'],
    [{ birthDate: '1990-02-31' }, 'birthDate'],
    [{ idExpiresAt: '2020-01-01' }, 'idExpiresAt'],
    [{ idType: 'STUDENT_CARD' }, 'idType'],
    [{ idNumber: '12' }, 'idNumber'],
    [{ legalName: 'A' }, 'legalName'],
    [{ status: 'APPROVED' }, 'status'],
  ])('refuses %j', async (body, field) => {
    const answer = await call(await newSeller(), 'PUT', '/seller/kyc', body)
    expect([answer.status, answer.error?.details?.[0]?.field]).toEqual([400, field])
  })

  it('counts days in UTC+2: at 22:30 in UTC the next one has begun', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T22:30:00Z') })
    const seller = await newSeller()
    const edit = async (body: object) => (await call(seller, 'PUT', '/seller/kyc', body)).status
    expect(await edit({ birthDate: '2008-11-26' })).toBe(400)
    expect(await edit({ birthDate: '2008-11-25' })).toBe(200)
    expect(await edit({ idExpiresAt: '2026-11-25' })).toBe(400)
    expect(await edit({ idExpiresAt: '2026-11-26' })).toBe(200)
    const [{ kycId }, support] = [await sellerWhoSubmitted(), await signUp('SUPPORT')]
    await run("UPDATE kyc SET id_expires_at = '2026-11-25' WHERE id = ?", kycId)
    expect((await decideKyc(support, kycId, 'approve')).status).toBe(409)
  })

  it('is for sellers with a profile', async () => {
    for (const role of ['BUYER', 'RIDER', 'SUPPORT', 'ADMIN'] as const)
      expect((await show(await signUp(role))).status, role).toBe(403)
    expect((await show(await signUp('SELLER'))).status).toBe(403)
  })
})

describe('handing it in', () => {
  it('names each requirement that is not met, a company its registration too', async () => {
    const seller = await newSeller()
    const submit = () => call(seller, 'POST', '/seller/kyc/submit')
    const missing = async () => {
      const { status, error } = await submit()
      expect([status, error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
      return error?.details?.map(({ field }) => field)
    }
    expect(await missing()).toEqual(['legalName', 'birthDate', 'idType', 'idNumber', 'ID_FRONT', 'SELFIE'])
    await call(seller, 'PUT', '/seller/kyc', IDENTITY)
    await addPaper(seller, 'ID_FRONT')
    expect(await missing()).toEqual(['SELFIE'])
    await addPaper(seller, 'SELFIE')
    await first(`UPDATE seller_profiles SET business_type = 'COMPANY' WHERE user_id = ? RETURNING id`, seller.id)
    expect(await missing()).toEqual(['BUSINESS_REGISTRATION'])
    const { data } = await addPaper(seller, 'BUSINESS_REGISTRATION')
    expect(data.requirements.filter(({ required }: { required: boolean }) => required)).toHaveLength(7)
    expect(data.requirements.find(({ key }: { key: string }) => key === 'ID_BACK')).toMatchObject({
      required: false,
      status: 'MISSING',
    })
    const handedIn = await submit()
    expect(handedIn.data).toMatchObject({ status: 'SUBMITTED', submittedAt: expect.any(String), reviewedAt: null })
    expect(handedIn.headers.get('x-d1-round-trips')).toBe('3')
    expect(await kycStatus(seller)).toBe('SUBMITTED')
  })

  it('happens once of fifty, and never over an edit or a paper taken away meanwhile', async () => {
    const seller = await sellerWithFile()
    const answers = await together(50, (i) =>
      i % 2
        ? call(seller, 'POST', '/seller/kyc/submit')
        : call(seller, 'PUT', '/seller/kyc', { legalName: `Aline ${i}` }),
    )
    expect(answers.filter(({ status }, i) => i % 2 && status === 200)).toHaveLength(1)
    const moves = await all<{ version: number; event: string }>(
      'SELECT version, event FROM history WHERE thing_id = ? ORDER BY version',
      seller.kycId,
    )
    expect(moves.at(-1)?.event).toBe('submit')

    const other = await sellerWithFile()
    const paper = (await show(other)).data.documents[0].id
    await together(50, (i) =>
      i % 2 ? call(other, 'POST', '/seller/kyc/submit') : call(other, 'DELETE', `/seller/kyc/documents/${paper}`),
    )
    const { status, documents } = (await show(other)).data
    expect([status, documents.length]).toEqual(status === 'SUBMITTED' ? ['SUBMITTED', 2] : ['DRAFT', 1])
  })
})
