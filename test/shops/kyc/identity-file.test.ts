import { describe, expect, it } from 'vitest'
import { call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { expectStaffOnly, expectUnknownIs404, faults, INVALID, ok, refusal } from '#testing/stories/catalogue.ts'
import { draftKyc, FIELDS, ID_NUMBER, kyc, newSubmittedKyc, send } from '#testing/stories/kyc.ts'

const WHY = { reason: 'La photo est floue' }
const submit = (seller: Person) => call(seller, 'POST', '/seller/kyc/submit')
const decide = (staff: Person, id: string, what: string, body?: unknown) =>
  call(staff, 'POST', `/seller/kyc/admin/${id}/${what}`, body)
const put = (seller: Person, fields: object) => call(seller, 'PUT', '/seller/kyc', fields)

describe('before anything is said', () => {
  it('a KYC is NOT_STARTED, has no id and is not in the list of staff', async () => {
    const [seller, staff] = [await newSeller(), await signUp('SUPPORT')]
    expect(await kyc(seller)).toMatchObject({ id: null, status: 'NOT_STARTED', documents: [], submittedAt: null })
    const before = ok(await call(staff, 'GET', '/seller/kyc/admin?limit=100'))
    expect(JSON.stringify(before.items)).not.toContain('NOT_STARTED')
    await draftKyc(seller)
    expect(ok(await call(staff, 'GET', '/seller/kyc/admin?limit=100')).pagination.total).toBe(
      before.pagination.total + 1,
    )
  })

  it('nothing can be submitted', async () => {
    expect((await submit(await newSeller())).status).toBe(409)
  })
})

describe('the draft', () => {
  it('begins with the first PUT, and keeps its id', async () => {
    const seller = await newSeller()
    const first = ok(await put(seller, { legalName: 'Aline Mapendo' }))
    expect(first).toMatchObject({ status: 'DRAFT', legalName: 'Aline Mapendo', idType: null })
    const second = ok(await put(seller, { idType: 'VOTER_CARD' }))
    expect(second).toMatchObject({ id: first.id, status: 'DRAFT', legalName: 'Aline Mapendo', idType: 'VOTER_CARD' })
    expect(await kyc(seller)).toMatchObject({ id: first.id, legalName: 'Aline Mapendo', idType: 'VOTER_CARD' })
    expect(ok(await call(seller, 'GET', '/seller/profile/me')).kycStatus).toBe('DRAFT')
  })

  it('masks the number of the paper in every answer, also for staff', async () => {
    const [seller, staff] = [await newSeller(), await signUp('ADMIN')]
    const drafted = ok(await put(seller, FIELDS))
    expect(drafted.idNumber).toBeTruthy()
    const answers = [
      drafted,
      await kyc(seller),
      ok(await call(staff, 'GET', `/seller/kyc/admin/${drafted.id}`)),
      ok(await call(staff, 'GET', '/seller/kyc/admin?limit=100')),
    ]
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(ID_NUMBER)
  })

  it('refuses what is not so', async () => {
    const seller = await newSeller()
    expect(faults(await put(seller, { idType: 'LIBRARY_CARD' }))).toEqual(['idType'])
    expect(faults(await put(seller, { birthDate: 'hier' }))).toEqual(['birthDate'])
    expect(faults(await put(seller, { idExpiresAt: 'demain' }))).toEqual(['idExpiresAt'])
    expect(faults(await put(seller, { status: 'APPROVED' }))).toHaveLength(1)
    expect(faults(await put(seller, { legalName: '' }))).toEqual(['legalName'])
    expect((await kyc(seller)).status).toBe('NOT_STARTED')
  })

  it('names what is required: both pictures, for a company its registration too', async () => {
    const [person, company] = [await newSeller(), await newSeller()]
    ok(await call(company, 'PUT', '/seller/profile/me', { businessType: 'COMPANY' }))
    const required = async (seller: Person) => {
      const { requirements } = await kyc(seller)
      for (const { label, status } of requirements) {
        expect(label.length).toBeGreaterThan(2)
        expect(typeof status).toBe('string')
      }
      return requirements.filter((r: { required: boolean }) => r.required).map((r: { key: string }) => r.key)
    }
    expect(await required(person)).toEqual(expect.arrayContaining(['ID_FRONT', 'SELFIE']))
    expect(await required(person)).not.toContain('BUSINESS_REGISTRATION')
    expect(await required(company)).toEqual(expect.arrayContaining(['ID_FRONT', 'SELFIE', 'BUSINESS_REGISTRATION']))
  })
})

describe('submitting', () => {
  it('with something missing is 409 with details by requirement', async () => {
    const seller = await newSeller()
    ok(await put(seller, FIELDS))
    const nothing = await submit(seller)
    expect(refusal(nothing)).toEqual(INVALID)
    expect(nothing.error?.details?.map(({ field }) => field)).toEqual(expect.arrayContaining(['ID_FRONT', 'SELFIE']))
    ok(await send(seller, 'ID_FRONT'))
    const half = await submit(seller)
    expect(half.error?.details?.map(({ field }) => field)).toEqual(['SELFIE'])
    expect((await kyc(seller)).status).toBe('DRAFT')
    ok(await send(seller, 'SELFIE'))
    expect(ok(await submit(seller))).toMatchObject({ status: 'SUBMITTED', submittedAt: expect.stringMatching(/Z$/) })
  })

  it('of a company needs its registration', async () => {
    const seller = await newSeller()
    ok(await call(seller, 'PUT', '/seller/profile/me', { businessType: 'COMPANY' }))
    await draftKyc(seller)
    const { status, error } = await submit(seller)
    expect([status, error?.details?.map(({ field }) => field)]).toEqual([409, ['BUSINESS_REGISTRATION']])
    ok(await send(seller, 'BUSINESS_REGISTRATION'))
    expect(ok(await submit(seller)).status).toBe('SUBMITTED')
  })

  it('locks fields and papers until staff decide', async () => {
    const { seller, id } = await newSubmittedKyc()
    const [document] = (await kyc(seller)).documents
    expect(refusal(await put(seller, { legalName: 'Autre' }))).toEqual(INVALID)
    expect(refusal(await send(seller, 'ID_BACK'))).toEqual(INVALID)
    expect(refusal(await call(seller, 'DELETE', `/seller/kyc/documents/${document.id}`))).toEqual(INVALID)
    expect(refusal(await submit(seller))).toEqual(INVALID)
    expect(await kyc(seller)).toMatchObject({ id, status: 'SUBMITTED', legalName: FIELDS.legalName })
  })

  it('many times at once is done once', async () => {
    const seller = await newSeller()
    await draftKyc(seller)
    expect(tally(await together(5, () => submit(seller)))).toEqual({ 200: 1, 409: 4 })
  })
})

describe('the decision of staff', () => {
  it('approves: the profile says so, and all stays locked', async () => {
    const { seller, staff, id } = await newSubmittedKyc()
    expect(ok(await decide(staff, id, 'approve'))).toMatchObject({ id, status: 'APPROVED' })
    expect(await kyc(seller)).toMatchObject({ status: 'APPROVED', reviewedAt: expect.stringMatching(/Z$/) })
    expect(ok(await call(seller, 'GET', '/seller/profile/me')).kycStatus).toBe('APPROVED')
    const { documents } = await kyc(seller)
    expect(refusal(await put(seller, { legalName: 'Autre' }))).toEqual(INVALID)
    expect(refusal(await send(seller, 'ID_BACK'))).toEqual(INVALID)
    expect(refusal(await call(seller, 'DELETE', `/seller/kyc/documents/${documents[0].id}`))).toEqual(INVALID)
    expect(refusal(await submit(seller))).toEqual(INVALID)
  })

  it.each([
    ['reject', 'REJECTED'],
    ['request-changes', 'CHANGES_REQUESTED'],
  ])('%s: the owner reads why, edits without changing the state, and submits again', async (what, status) => {
    const { seller, staff, id } = await newSubmittedKyc()
    expect(ok(await decide(staff, id, what, WHY)).status).toBe(status)
    expect(await kyc(seller)).toMatchObject({ status, reason: WHY.reason })
    expect(ok(await put(seller, { legalName: 'Aline M.' }))).toMatchObject({ status, legalName: 'Aline M.' })
    ok(await send(seller, 'SELFIE'))
    expect((await kyc(seller)).status).toBe(status)
    expect(ok(await submit(seller))).toMatchObject({ id, status: 'SUBMITTED', reason: null, reviewedAt: null })
    expect(ok(await decide(staff, id, 'approve')).status).toBe('APPROVED')
  })

  it('is revoked from APPROVED by an ADMIN only; it can be edited and submitted again', async () => {
    const { seller, staff, id } = await newSubmittedKyc()
    const admin = await signUp('ADMIN')
    expect(refusal(await decide(admin, id, 'revoke', WHY))).toEqual(INVALID)
    ok(await decide(staff, id, 'approve'))
    expect((await decide(staff, id, 'revoke', WHY)).status).toBe(403)
    expect(ok(await decide(admin, id, 'revoke', WHY)).status).toBe('REVOKED')
    const revoked = await kyc(seller)
    expect(revoked).toMatchObject({ status: 'REVOKED', reason: WHY.reason })
    expect(revoked.documents[0].status).toBe('REJECTED')
    expect(ok(await call(seller, 'GET', '/seller/profile/me')).kycStatus).toBe('REVOKED')
    expect(ok(await put(seller, { legalName: 'Aline M.' })).status).toBe('REVOKED')
    expect(ok(await submit(seller)).status).toBe('SUBMITTED')
  })

  it('is on SUBMITTED only', async () => {
    const [seller, staff] = [await newSeller(), await signUp('SUPPORT')]
    const { id } = await draftKyc(seller)
    for (const [what, body] of [['approve'], ['reject', WHY], ['request-changes', WHY]] as const)
      expect(refusal(await decide(staff, id, what, body)), what).toEqual(INVALID)
    ok(await submit(seller))
    ok(await decide(staff, id, 'approve'))
    for (const [what, body] of [['approve'], ['reject', WHY], ['request-changes', WHY]] as const)
      expect(refusal(await decide(staff, id, what, body)), what).toEqual(INVALID)
  })

  it('to reject, ask for changes or revoke has a reason', async () => {
    const { staff, id } = await newSubmittedKyc()
    for (const what of ['reject', 'request-changes'])
      expect(faults(await decide(staff, id, what, {}))).toEqual(['reason'])
    ok(await decide(staff, id, 'approve'))
    expect(faults(await decide(await signUp('ADMIN'), id, 'revoke', {}))).toEqual(['reason'])
  })

  it('of two reviewers at once is taken by one', async () => {
    const { seller, staff, id } = await newSubmittedKyc()
    const answers = await together(6, (i) => (i % 2 ? decide(staff, id, 'approve') : decide(staff, id, 'reject', WHY)))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 5 })
    const won = answers.find(({ status }) => status === 200)
    expect((await kyc(seller)).status).toBe(won?.data.status)
  })
})

describe('who may', () => {
  it('sellers have one of their own; staff have none', async () => {
    for (const role of ['BUYER', 'RIDER', 'ADMIN', 'SUPPORT'] as const) {
      const person = await signUp(role)
      expect((await call(person, 'GET', '/seller/kyc')).status, role).toBe(403)
      expect((await put(person, FIELDS)).status, role).toBe(403)
      expect((await submit(person)).status, role).toBe(403)
    }
    expect((await call(guest, 'GET', '/seller/kyc')).status).toBe(401)
  })

  it('staff read and decide; an unknown one is 404', async () => {
    const { staff, id } = await newSubmittedKyc()
    await expectStaffOnly('GET', '/seller/kyc/admin')
    await expectStaffOnly('GET', `/seller/kyc/admin/${id}`)
    await expectStaffOnly('POST', `/seller/kyc/admin/${id}/approve`)
    await expectStaffOnly('POST', `/seller/kyc/admin/${id}/reject`, WHY)
    await expectUnknownIs404(staff, 'GET', (some) => `/seller/kyc/admin/${some}`)
    await expectUnknownIs404(staff, 'POST', (some) => `/seller/kyc/admin/${some}/approve`)
    await expectUnknownIs404(await signUp('ADMIN'), 'POST', (some) => `/seller/kyc/admin/${some}/revoke`, WHY)
    expect(ok(await call(staff, 'GET', `/seller/kyc/admin/${id}`))).toMatchObject({ id, status: 'SUBMITTED' })
  })

  it('the list of staff is in pages and filtered by status', async () => {
    const { staff, id } = await newSubmittedKyc()
    const list = async (status: string) => {
      const { items, pagination } = ok(await call(staff, 'GET', `/seller/kyc/admin?status=${status}&limit=100`))
      expect(pagination.total).toBe(items.length)
      return items
    }
    const waiting = await list('SUBMITTED')
    expect(waiting.some((item: { id: string }) => item.id === id)).toBe(true)
    expect(waiting.every((item: { status: string }) => item.status === 'SUBMITTED')).toBe(true)
    expect((await list('APPROVED')).some((item: { id: string }) => item.id === id)).toBe(false)
    expect(faults(await call(staff, 'GET', '/seller/kyc/admin?status=AUTRE'))).toEqual(['status'])
  })
})
