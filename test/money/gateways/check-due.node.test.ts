import { expect, it } from 'vitest'
import { questionsDue } from '#domain/money/gateways/clock/check-due.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'

// Rule: each gateway has its share of a tick, the oldest question first: a new movement waits behind no number of old ones.

const domain = openDomain(addMarket)
const { ctx } = domain

const wait = (id: string, minutes: number, gateway: 'A' | 'B' = 'B') =>
  addTransaction(domain, {
    id,
    gateway,
    purpose: 'CHARGE',
    subjectId: id,
    reference: `${id}-ref`,
    externalId: `${id}-ext`,
    nextCheckAt: NOW - minutes * MINUTE_MS,
  })
const due = async (gateway: 'A' | 'B', limit: number) => (await questionsDue(ctx, gateway, limit)).map(({ id }) => id)

it('a tick asks first about what has waited longest, whatever was made first', async () => {
  for (const [id, minutes] of Object.entries({ made1st: 1, made2nd: 7, made3rd: 0, made4th: 3, notYet: -1 }))
    wait(id, minutes)
  expect(await due('B', 2)).toEqual(['made2nd', 'made4th'])
  expect(await due('B', 50)).toEqual(['made2nd', 'made4th', 'made1st', 'made3rd'])
})

it('a share of one gateway holds nothing of the other', async () => {
  for (let i = 0; i < 60; i++) wait(`a${i}`, 60, 'A')
  wait('b', 1)
  expect(await due('B', 50)).toEqual(['b'])
  expect(await due('A', 50)).toHaveLength(50)
})
