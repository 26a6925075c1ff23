import { expect, it } from 'vitest'
import { sendDue } from '#domain/money/gateways/attempts/send.ts'
import { reportOpenMovements } from '#domain/money/gateways/clock/report-open.ts'
import { receiveCallback } from '#domain/money/gateways/hearing/receive-callback.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { heardFromB, transactionsOf } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { addOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { row, incidents } = transactionsOf(domain)
const refs = () => incidents().map(({ ref }) => ref)

/** A withdrawal that could not be sent, and of which people were told as unsent. */
async function reportedUnsent() {
  const money = { amount_minor: 2151, currency: 'USD', phone: '243810000001', network: 'airtel', country: 'CD' }
  const paid = { gateway: 'B', requested_by: 'seller', account: 'seller:sp:available', status: 'ACCEPTED' }
  domain.add('payouts', { id: 'p1', ...paid, ...money, created_at: NOW, updated_at: NOW })
  addTransaction(domain, { sentAt: null, kind: 'payout', purpose: 'WITHDRAWAL', subjectId: 'p1' })
  await reportOpenMovements(domain.after(HOUR_MS))
  expect(refs()).toEqual(['unsent:B:2026-09-01'])
  return row()
}

it('one that was reported as unsent, and then sent without an answer, is reported six hours after that', async () => {
  const tx = await reportedUnsent()
  await sendDue(domain.after(2 * HOUR_MS), tx)
  await reportOpenMovements(domain.after(8 * HOUR_MS - 1))
  expect(refs()).toEqual(['unsent:B:2026-09-01'])
  await reportOpenMovements(domain.after(8 * HOUR_MS))
  await reportOpenMovements(domain.after(20 * HOUR_MS))
  expect(refs()).toEqual(['unsent:B:2026-09-01', 'silent:tx'])
})

it('one that was reported as unsent, and of which its gateway speaks, is reported like one that was sent', async () => {
  await reportedUnsent()
  await receiveCallback(domain.after(2 * HOUR_MS, heardFromB({ reference: 'tx-ref' })), 'B', {
    refuseUnclear: () => {},
  } as never)
  expect(await row()).toMatchObject({ sentAt: NOW + 2 * HOUR_MS })
  await reportOpenMovements(domain.after(8 * HOUR_MS))
  expect(refs()).toEqual(['unsent:B:2026-09-01', 'silent:tx'])
})

it('one that still cannot be sent is not reported at each try', async () => {
  const tx = await reportedUnsent()
  domain.answers.push({ kind: 'notSent' })
  await sendDue(domain.after(HOUR_MS + MINUTE_MS), tx)
  expect(await row()).toMatchObject({ sentAt: null, reportedAt: NOW + HOUR_MS })
})

it('one that is sent while it is reported as unsent is reported as silent six hours after that', async () => {
  addTransaction(domain, { sentAt: null, kind: 'payout', purpose: 'WITHDRAWAL', subjectId: 'p1' })
  const sent = `UPDATE gateway_transactions SET sent_at = ${NOW + HOUR_MS}, reported_at = NULL WHERE id = 'tx'`
  await reportOpenMovements(domain.meanwhile(sent, domain.after(HOUR_MS)))
  await reportOpenMovements(domain.after(7 * HOUR_MS))
  expect(refs()).toEqual(['unsent:B:2026-09-01', 'silent:tx'])
})

it.each<[string, string[]]>([
  ['ORDER', ['o1']],
  ['CHECKOUT', ['o1', 'o2', 'o3']],
])('a silent payin of a %s is brought once, under its order, with the number of each', async (purpose, ids) => {
  for (const id of ids) addOrder(domain, { id, status: 'CANCELLED' })
  addTransaction(domain, { purpose: purpose as 'ORDER', subjectId: purpose === 'ORDER' ? 'o1' : 'checkout' })
  // A payin of one order has its share by a trigger.
  if (purpose === 'CHECKOUT')
    for (const id of ids)
      domain.add('payin_shares', { payin_id: 'tx', order_id: id, amount_minor: 717, ref: `tx:${id}` })
  await reportOpenMovements(domain.after(DAY_MS))
  const [incident, ...others] = domain.rows('SELECT ref, order_id, description FROM incidents')
  expect([incident, others]).toMatchObject([{ ref: 'silent:tx', order_id: 'o1' }, []])
  expect(incident?.description).toContain(` pour ${ids.map((id) => `CMD-${id}`).join(', ')}, `)
})
