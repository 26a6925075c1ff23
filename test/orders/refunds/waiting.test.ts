import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { call } from '#testing/api.ts'
import { fromNoon, minuteCronAfter } from '#testing/clock.ts'
import { all, first } from '#testing/fixtures/database.ts'
import { newMarket, paidOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { inbox, settleMovement, until } from '#testing/sandbox.ts'

fromNoon()

const incidentsOf = (refundId = '') =>
  all<{ id: string; ref: string; status: string }>(
    'SELECT id, ref, status FROM incidents WHERE refund_id = ? AND opened_by IS NULL ORDER BY created_at',
    refundId,
  )
const asked = async (email: string) =>
  (await inbox(email)).filter(({ subject }) => /Remboursement à décider/.test(subject ?? ''))

describe('a refund that waits for an ADMIN', () => {
  it('is mailed to them when it is born, has an incident after a day, and none once it is sent', async () => {
    const [market, admin, support] = [await newMarket(), await signUp('ADMIN'), await signUp('SUPPORT')]
    const { id } = await paidOrder(market)
    await call(support, 'POST', `/orders/admin/${id}/cancel`, {})
    const refund = await refundOf(id)
    expect((await until(async () => (await asked(admin.email))[0], 'the mail')).subject).toContain('27')

    await minuteCronAfter(DAY_MS - MINUTE_MS)
    expect(await incidentsOf(refund?.id)).toEqual([])
    await minuteCronAfter(2 * MINUTE_MS)
    // A day ends every session of the hour before.
    const [boss, helper] = [await signUp('ADMIN'), await signUp('SUPPORT')]
    const [told] = await incidentsOf(refund?.id)
    expect(told).toMatchObject({ ref: `refundWaits:${refund?.id}`, status: 'OPEN' })
    for (const act of ['dismiss', 'resolve']) {
      const word = act === 'resolve' ? { outcome: 'SELLER', note: 'vu' } : {}
      expect((await call(helper, 'POST', `/incidents/${told?.id}/${act}`, word)).status).toBe(403)
      expect((await call(boss, 'POST', `/incidents/${told?.id}/${act}`, word)).error?.reason).toBe('INVALID_TRANSITION')
    }
    const shown = await call(boss, 'GET', `/incidents/${told?.id}`)
    expect(shown.data.ending).toMatchObject({ resolvedBy: [], dismissedBy: [] })

    await call(boss, 'POST', `/orders/admin/${id}/refund`)
    expect((await incidentsOf(refund?.id)).map(({ status }) => status)).toEqual(['RESOLVED'])
    await settleMovement((await sentRefund(id)).id, 'refuse')
    const open = await until(async () => (await incidentsOf(refund?.id)).find(({ status }) => status === 'OPEN'), 'it')
    expect(open.ref).toMatch(/^refund:/)
    expect((await call(boss, 'POST', `/incidents/${open.id}/dismiss`, {})).status).toBe(409)
    await call(boss, 'POST', `/refunds/${refund?.id}/reject`, { reason: 'Réglé autrement' })
    expect((await first<{ status: string }>('SELECT status FROM incidents WHERE id = ?', open.id))?.status).toBe(
      'RESOLVED',
    )
  })

  it('is mailed to nobody where it goes at once', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const { id } = await paidOrder(market)
    await call(market.seller, 'POST', `/orders/${id}/reject`, { reason: 'Plus rien' })
    expect((await refundOf(id))?.status).toBe('PROCESSING')
    await minuteCronAfter(MINUTE_MS)
    expect(await asked(admin.email)).toEqual([])
  })
})
