import { describe, expect, it } from 'vitest'
import { call, reasons, tally, together } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { addPaper, decideKyc, sellerWhoSubmitted, sellerWithFile } from '#testing/fixtures/kyc.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { signIn, signUp } from '#testing/fixtures/people.ts'

const show = (seller: Parameters<typeof call>[0]) => call(seller, 'GET', '/seller/kyc')
const acts = (id: string) =>
  all<{ action: string }>('SELECT action FROM audit WHERE target_id = ? ORDER BY at, id', id).then((rows) =>
    rows.map(({ action }) => action),
  )

describe('what staff decide', () => {
  it('approve, with the profile in the same commit, the act recorded and the seller told', async () => {
    const [seller, support] = [await sellerWhoSubmitted(), await signUp('SUPPORT')]
    const { data, headers } = await decideKyc(support, seller.kycId, 'approve')
    expect(data).toMatchObject({ id: seller.kycId, status: 'APPROVED', businessName: 'Kivu Frais', reason: null })
    expect(data.reviewedAt).toEqual(expect.any(String))
    expect(data.documents.map(({ status }: { status: string }) => status)).toEqual(['APPROVED', 'APPROVED'])
    expect(headers.get('x-d1-round-trips')).toBe('2')
    expect((await call(seller, 'GET', '/seller/profile/me')).data.kycStatus).toBe('APPROVED')
    expect(await acts(seller.kycId)).toEqual(['kyc.approve'])
    expect(await mailsTo(seller.email, 'Identité vérifiée')).toHaveLength(1)
  })

  it.each([
    ['reject', 'REJECTED'],
    ['request-changes', 'CHANGES_REQUESTED'],
  ])(
    '%s, with a reason; the seller corrects it, which keeps the state, and hands it in again',
    async (decision, status) => {
      const [seller, support] = [await sellerWhoSubmitted(), await signUp('SUPPORT')]
      expect((await call(support, 'POST', `/seller/kyc/admin/${seller.kycId}/${decision}`, {})).status).toBe(400)
      expect((await decideKyc(support, seller.kycId, decision)).data).toMatchObject({ status, reason: 'Photo floue' })
      expect((await show(seller)).data).toMatchObject({ status, reason: 'Photo floue' })
      expect((await call(seller, 'PUT', '/seller/kyc', { legalName: 'Aline Bahati' })).data.status).toBe(status)
      const { data } = await addPaper(seller, 'SELFIE')
      expect(data).toMatchObject({ status, documents: [{ kind: 'ID_FRONT' }, { kind: 'SELFIE', status: 'PENDING' }] })
      expect((await call(seller, 'POST', '/seller/kyc/submit')).data).toMatchObject({
        status: 'SUBMITTED',
        reason: null,
        reviewedAt: null,
      })
      expect((await call(seller, 'GET', '/seller/profile/me')).data.kycStatus).toBe('SUBMITTED')
      expect((await decideKyc(support, seller.kycId, 'approve')).status).toBe(200)
    },
  )

  it('is one decision of two reviewers, and a draft has none', async () => {
    const [seller, a, b] = [await sellerWhoSubmitted(), await signUp('SUPPORT'), await signUp('ADMIN')]
    const answers = await together(50, (i) => decideKyc(i % 2 ? a : b, seller.kycId, i % 3 ? 'approve' : 'reject'))
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 })
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 49 })
    expect(await acts(seller.kycId)).toHaveLength(1)
    const draft = await sellerWithFile()
    expect((await decideKyc(a, draft.kycId, 'approve')).status).toBe(409)
  })

  it('does not approve a paper that has expired since it was sent', async () => {
    const [seller, support] = [await sellerWhoSubmitted(), await signUp('SUPPORT')]
    await run(`UPDATE kyc SET id_expires_at = '2020-01-01' WHERE id = ?`, seller.kycId)
    const refused = await decideKyc(support, seller.kycId, 'approve')
    expect([refused.status, refused.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    expect(refused.error?.message).toContain('la pièce a expiré')
    expect((await decideKyc(support, seller.kycId, 'request-changes')).status).toBe(200)
  })

  it('is not about oneself, from before one was staff', async () => {
    const seller = await sellerWhoSubmitted()
    await run(`UPDATE users SET role = 'ADMIN' WHERE id = ?`, seller.id)
    const promoted = await signIn(seller.email, 'ADMIN')
    expect((await decideKyc(promoted, seller.kycId, 'approve')).status).toBe(403)
  })
})

describe('the list of staff', () => {
  it('has files that were begun, newest first, by state, and no address of a paper', async () => {
    const [first, second] = [await sellerWhoSubmitted(), await sellerWithFile()]
    const support = await signUp('SUPPORT')
    const { data, headers } = await call(support, 'GET', '/seller/kyc/admin?limit=100')
    const ids = data.items.map(({ id }: { id: string }) => id)
    expect(ids.indexOf(second.kycId)).toBeLessThan(ids.indexOf(first.kycId))
    expect(ids).not.toContain(null)
    expect(data.items[0].documents[0].url).toBeNull()
    expect(headers.get('x-d1-round-trips')).toBe('1')
    const submitted = (await call(support, 'GET', '/seller/kyc/admin?status=SUBMITTED&limit=100')).data
    expect(submitted.items.map(({ id }: { id: string }) => id)).toContain(first.kycId)
    expect(submitted.items.map(({ id }: { id: string }) => id)).not.toContain(second.kycId)
    expect(submitted.pagination.total).toBe(submitted.items.length)
    expect((await call(support, 'GET', '/seller/kyc/admin?status=NOT_STARTED')).status).toBe(400)
    for (const role of ['SELLER', 'ACCOUNTANT', 'BUYER'] as const)
      expect((await call(await signUp(role), 'GET', '/seller/kyc/admin')).status, role).toBe(403)
    expect((await call(support, 'GET', '/seller/kyc/admin/nobody')).status).toBe(404)
    expect((await decideKyc(support, crypto.randomUUID(), 'approve')).status).toBe(404)
  })
})
