import { expect, it } from 'vitest'
import { compareWithGateway } from '#domain/money/gateways/clock/compare-with-gateway.ts'
import { leastIdAt } from '#kernel/ids.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { ListedMovement } from '#providers/gateway.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, NOT_FOUND, SUCCEEDED, transactionsOf } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'
import { outsideOf } from '#testing/domain/outside.ts'

// No night is lost, and what is final is compared until it agreed once.

const domain = openDomain(addMarket)
const { charge, row, incidents } = transactionsOf(domain)
const TODAY = Math.floor(NOW / DAY_MS) * DAY_MS

type Listed = (fromMs: number, toMs: number) => ListedMovement[] | undefined

/** The night that begins so many days after today; its list says what `listed` says, and a read what `read` says. */
function night(days: number, listed: Listed, read: unknown = NOT_FOUND): Promise<void> {
  const asked = async () => read
  const mbiyopay = {
    movements: async (from: number, to: number) => listed(from, to),
    read: asked,
    findByReference: asked,
  }
  const ctx = domain.after(TODAY + days * DAY_MS + 60_000 - NOW, outsideOf({ mbiyopay }))
  return compareWithGateway(ctx, 'B')
}
const all =
  (...movements: ListedMovement[]): Listed =>
  (from, to) =>
    movements.filter(({ createdAt = from }) => createdAt >= from && createdAt < to)
const comparedTo = () => domain.row("SELECT day FROM compared_nights WHERE gateway = 'B'")?.day
const done = (days: number, facts: Parameters<typeof charge>[0] = {}) => {
  const at = TODAY + days * DAY_MS + 1000
  return charge({ status: 'succeeded', sentAt: at, createdAt: at, finalAt: at, nextCheckAt: null, ...facts })
}
const strange = (days: number): ListedMovement => ({
  ...SUCCEEDED,
  reference: `unknown-${days}`,
  externalId: `x${days}`,
  createdAt: TODAY + days * DAY_MS + 1000,
})

it('every day that was missed is compared, the last one whole being kept', async () => {
  await night(1, all())
  expect(comparedTo()).toBe(new Date(TODAY).toISOString().slice(0, 10))
  await night(4, all(strange(1), strange(2), strange(3)))
  expect(incidents().map(({ ref }) => String(ref).split(':')[2])).toEqual(['unknown-1', 'unknown-2', 'unknown-3'])
  expect(comparedTo()).toBe(new Date(TODAY + 3 * DAY_MS).toISOString().slice(0, 10))
})

it('a day whose list cannot be read is told, and taken again by the next night', async () => {
  await night(1, all())
  await night(2, () => undefined)
  expect(incidents().map(({ ref }) => String(ref))).toEqual([
    `night:B:list:${new Date(TODAY + DAY_MS).toISOString().slice(0, 10)}`,
  ])
  await night(3, all(strange(1)))
  expect(incidents().some(({ ref }) => String(ref).startsWith('night:B:unknown-1:'))).toBe(true)
})

it('an attempt that the list says too has agreed, and is not asked about again', async () => {
  done(0, { externalId: 'ext-1' })
  await night(1, all({ ...SUCCEEDED, reference: 'tx-ref', externalId: 'ext-1', createdAt: TODAY + 1000 }))
  expect((await row()).agreedAt).not.toBeNull()
  expect(incidents()).toEqual([])
})

it('an attempt that failed and is in no list has agreed', async () => {
  const id = `${leastIdAt(TODAY + 1000)}-f`
  done(0, { id, status: 'failed' })
  await night(1, all())
  expect((await row(id)).agreedAt).not.toBeNull()
})

it('an attempt that never agreed is asked about in a later night, whatever its day', async () => {
  await night(1, all())
  done(-5, { id: 'old', subjectId: 'old' })
  done(-5, { id: 'gone', subjectId: 'gone' })
  await night(2, all(), SUCCEEDED)
  expect([(await row('old')).agreedAt, (await row('gone')).agreedAt].every((at) => at !== null)).toBe(true)
  done(-5, { id: 'lost', subjectId: 'lost' })
  await night(3, all(), DECLINED)
  expect((await row('lost')).agreedAt).toBeNull()
  expect(incidents().map(({ ref }) => String(ref).slice(0, 11))).toEqual(['night:lost:'])
})

it('a difference is told once, however many nights see it, in the list or asked about by itself', async () => {
  await night(1, all())
  done(-5, { id: 'lost', subjectId: 'lost' })
  const at = TODAY + DAY_MS + 1000
  done(1, { id: `${leastIdAt(at)}-absent`, reference: 'absent', subjectId: 'absent' })
  for (const day of [2, 3, 4, 5]) {
    await night(day, all())
    domain.run("UPDATE incidents SET status = 'CLOSED'")
  }
  expect(incidents()).toHaveLength(2)
})
