import { expect, it } from 'vitest'
import { receiveCallback } from '#domain/money/gateways/hearing/receive-callback.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { heardFromB, transactionsOf } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain(addMarket)
const { charge, row } = transactionsOf(domain)
const hear = (ms: number, transactionId: string) =>
  receiveCallback(domain.after(ms, heardFromB({ reference: 'tx-ref', transactionId })), 'B', {
    refuseUnclear: () => {},
  } as never)

it('the id that gateway B signs is kept, and its callback has a question of its own at once', async () => {
  charge({ askedAt: NOW })
  await hear(SECOND_MS, 'ext-1')
  expect(await row()).toMatchObject({ externalId: 'ext-1', askedAt: NOW, checks: 1 })
})

it('the id that gateway B signs is kept when another request asks at the same moment', async () => {
  charge()
  await Promise.all([hear(SECOND_MS, 'ext-1'), hear(SECOND_MS, 'ext-1')])
  expect(await row()).toMatchObject({ externalId: 'ext-1' })
})

it('an id that is known stays, and what is final learns none', async () => {
  charge({ externalId: 'ext-1', askedAt: NOW })
  charge({ id: 'done', subjectId: 'done', reference: 'done-ref', status: 'failed' })
  await hear(SECOND_MS, 'ext-2')
  const said = heardFromB({ reference: 'done-ref', transactionId: 'ext-3' })
  await receiveCallback(domain.after(SECOND_MS, said), 'B', { refuseUnclear: () => {} } as never)
  expect([(await row()).externalId, (await row('done')).externalId]).toEqual(['ext-1', null])
})
