import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all, first } from '#testing/fixtures/database.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { approve } from '#testing/sandbox.ts'

type Row = { id: string; orderId: string; type: string; status: string }
const list = async (as: Person, query: string): Promise<Row[]> => {
  const { status, data } = await call(as, 'GET', `/gatewayB/transactions?limit=100&${query}`)
  expect(status).toBe(200)
  return data.transactions
}

describe('the attempts at gateway B', () => {
  it('are all of them without a filter, merged by time, and those of each filter', async () => {
    const [finance, admin] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
    const order = await paidOrder(await newMarket())
    await call(admin, 'POST', `/orders/admin/${order.id}/refund`)
    const charge = (await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: freshPhone() }))).data
    const rows = await list(finance, '')
    const known = await all<{ id: string }>(
      "SELECT id FROM gateway_transactions WHERE gateway = 'B' ORDER BY created_at DESC, rowid DESC LIMIT 100",
    )
    expect(rows.map(({ id }) => id)).toEqual(known.map(({ id }) => id))
    for (const page of [1, 2, 3]) {
      const { data } = await call(finance, 'GET', `/gatewayB/transactions?limit=1&page=${page}`)
      expect(data.transactions).toEqual([rows[page - 1]])
    }
    const mine = rows.filter(({ orderId }) => orderId === order.id || orderId === charge.orderId)
    expect(mine.map(({ type, status }) => `${type} ${status}`)).toEqual([
      'payin pending',
      'payout pending',
      'payin succeeded',
    ])
    for (const query of ['type=payin', 'type=payout', 'status=pending', 'type=payin&status=succeeded']) {
      const wanted = rows.filter((row) =>
        query.split('&').every((part) => part.split('=')[1] === row[part.startsWith('type') ? 'type' : 'status']),
      )
      expect((await list(finance, query)).slice(0, 2), query).toEqual(wanted.slice(0, 2))
    }
  })

  it('an attempt that was taken back shows as failed', async () => {
    const [finance, admin, phone] = [await signUp('ACCOUNTANT'), await signUp('ADMIN'), freshPhone()]
    const { orderId } = (await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: phone }))).data
    await approve(phone)
    const [row] = await list(finance, 'status=succeeded')
    expect(row?.orderId).toBe(orderId)
    const resolved = await decideByHand(admin, `/gatewayB/transactions/${row?.id}/resolve`, {
      outcome: 'reversed',
      note: 'Vu sur le relevé',
    })
    expect(resolved.data).toMatchObject({ id: row?.id, orderId, status: 'failed' })
    expect((await list(finance, 'status=failed'))[0]).toEqual(resolved.data)
  })

  it('are none of gateway A: to be read or asked about, they are 404', async () => {
    await subscribeAndPay(await newSeller(), (await newPlan()).id)
    const deposit = await first<{ id: string }>(
      "SELECT id FROM gateway_transactions WHERE gateway = 'A' ORDER BY created_at DESC LIMIT 1",
    )
    const finance = await signUp('ACCOUNTANT')
    expect((await list(finance, '')).map(({ id }) => id)).not.toContain(deposit?.id)
    for (const answer of [
      await call(finance, 'GET', `/gatewayB/transactions/${deposit?.id}`),
      await call(finance, 'POST', `/gatewayB/transactions/${deposit?.id}/check-status`),
    ])
      expect([answer.status, answer.error?.code]).toEqual([404, 'NOT_FOUND'])
  })
})
