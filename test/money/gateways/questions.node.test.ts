import { expect, it } from 'vitest'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { closeIncidentsOver } from '#domain/office/incidents/close-over.ts'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { NOT_FOUND, PENDING, SUCCEEDED, transactionsOf } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'
import { linesOfTransfers } from '#testing/domain/money.ts'

const domain = openDomain(addMarket)
const { charge, row } = transactionsOf(domain)
const asked = () => domain.calls.map(({ what }) => what)

it('a check-status within ten seconds after the call asks nothing, and spends no question', async () => {
  charge()
  await pollGateway(domain.after(9 * SECOND_MS), await row(), 'checkStatus')
  expect([asked(), (await row()).askedAt, (await row()).nextCheckAt]).toEqual([[], null, NOW + 30 * SECOND_MS])
  domain.answers.push(PENDING)
  await pollGateway(domain.after(10 * SECOND_MS), await row(), 'checkStatus')
  expect(asked()).toEqual(['mbiyopay.findByReference'])
})

it('one question in thirty seconds is of the service and of check-status together', async () => {
  charge()
  domain.answers.push(PENDING)
  await pollGateway(domain.after(11 * SECOND_MS), await row())
  await pollGateway(domain.after(12 * SECOND_MS), await row(), 'checkStatus')
  expect(asked()).toHaveLength(1)
})

it('a verified callback has a question of its own at once, which puts off no other', async () => {
  charge({ askedAt: NOW })
  domain.answers.push(PENDING)
  await pollGateway(domain.after(SECOND_MS), await row(), 'callback')
  expect([asked().length, (await row()).askedAt]).toEqual([1, NOW])
})

const decidedFailed = () =>
  charge({ status: 'failed', finalAt: NOW, decidedAt: NOW, sentAt: NOW - 1, nextCheckAt: NOW })
const reversed = (facts: Parameters<typeof charge>[0] = {}) =>
  charge({ status: 'reversed', finalAt: NOW, decidedAt: NOW, sentAt: NOW - 1, nextCheckAt: NOW, ...facts })
const answersAfter = async (days: number, reading: unknown) => {
  domain.answers.push(reading)
  await pollGateway(domain.after(days * DAY_MS), await row())
  return row()
}

it('an attempt has failed if people said so and its gateway does not know it in thirty days of questions', async () => {
  decidedFailed()
  expect(await answersAfter(29, NOT_FOUND)).toMatchObject({ agreedAt: null, nextCheckAt: NOW + 30 * DAY_MS })
  expect(await answersAfter(30, PENDING)).toMatchObject({ agreedAt: null })
  expect(await answersAfter(31, NOT_FOUND)).toMatchObject({ agreedAt: NOW + 31 * DAY_MS, nextCheckAt: null })
})

it('an attempt that its gateway called done has not failed because the gateway knows nothing of it later', async () => {
  decidedFailed()
  await answersAfter(1, SUCCEEDED)
  expect(await answersAfter(31, NOT_FOUND)).toMatchObject({ agreedAt: null })
})

it('money that people said was taken back, and that its gateway calls done after thirty days of questions, lies in our cash', async () => {
  reversed()
  expect(await answersAfter(29, SUCCEEDED)).toMatchObject({ agreedAt: null, nextCheckAt: NOW + 30 * DAY_MS })
  expect(linesOfTransfers(domain, 'reversal:stood')).toEqual([])
  expect(await answersAfter(30, SUCCEEDED)).toMatchObject({ status: 'reversed', agreedAt: NOW + 30 * DAY_MS })
  expect(linesOfTransfers(domain, 'reversal:stood')).toEqual([
    'reversal:stood tx: gatewayB:clearing > platform:cash 2151 USD',
  ])
  await closeIncidentsOver(domain.after(31 * DAY_MS))
  const open = domain.rows("SELECT ref FROM incidents WHERE status IN ('OPEN', 'INVESTIGATING')")
  expect(open.map(({ ref }) => ref)).toEqual(['reversalStood:tx'])
})

it('money that went out for good, although people said that it had come back, is paid by our cash', async () => {
  reversed({ kind: 'payout', purpose: 'ADMIN_PAYOUT' })
  await answersAfter(30, SUCCEEDED)
  expect(linesOfTransfers(domain, 'reversal:stood')).toEqual([
    'reversal:stood tx: platform:cash > gatewayB:clearing 2151 USD',
  ])
})

it.each([
  ['its amount', { money: { amountMinor: 2000, currency: 'USD' } }, 'gatewayB:clearing > platform:cash 2000 USD'],
  ['its amount in words', { amount: '20.00', currency: 'USD' }, 'gatewayB:clearing > platform:cash 2000 USD'],
  ['another currency', { money: { amountMinor: 2000, currency: 'CDF' } }, null],
] as const)(
  'what people said was taken back, and its gateway calls done with %s, ends too',
  async (_what, said, booking) => {
    reversed()
    await answersAfter(1, { ...SUCCEEDED, ...said })
    expect(domain.rows("SELECT ref FROM incidents WHERE ref = 'contradiction:tx:amount'")).toHaveLength(1)
    expect(await answersAfter(30, { ...SUCCEEDED, ...said })).toMatchObject({ agreedAt: NOW + 30 * DAY_MS })
    expect(linesOfTransfers(domain, 'reversal:stood')).toEqual(booking ? [`reversal:stood tx: ${booking}`] : [])
    await closeIncidentsOver(domain.after(31 * DAY_MS))
    const open = domain.rows("SELECT ref FROM incidents WHERE status IN ('OPEN', 'INVESTIGATING')")
    expect(open.map(({ ref }) => ref)).toEqual(['reversalStood:tx'])
  },
)

it('a payin that brought more and was not taken back, although people said so, lies in our cash with its surplus', async () => {
  reversed({ receivedMinor: 2251 })
  await answersAfter(30, { ...SUCCEEDED, money: { amountMinor: 2251, currency: 'USD' } })
  expect(linesOfTransfers(domain, 'reversal:stood')).toEqual([
    'reversal:stood tx: gatewayB:clearing > platform:cash 2251 USD',
  ])
})
