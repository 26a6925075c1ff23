import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { expectLaws } from '#testing/laws.ts'
import { type Data, ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { STORY_NAMES } from '#testing/stories/sealing/ended-orders.ts'
import { changesBetween, kept, type Played, playAll, readAll } from '#testing/stories/sealing/same-answers.ts'
import {
  daysPass,
  hasDirectoryRow,
  leap,
  letSeal,
  rowsOf,
  sealedFiles,
  sealedText,
  textOf,
  undone,
  WALLET_DAYS,
  WARM_DAYS,
} from '#testing/stories/sealing/sealed.ts'

// Rule 8.6.2: 90 days after its end an order leaves the database for R2, and everybody reads of it what they read before.

clockGoesOn()

/** An order that nobody paid has lost its lines long before; the rest of its rows leaves as those of any other. */
const PAID = STORY_NAMES.filter((name) => !name.includes('before it was paid'))
/** An order with a refund stays (docs/growth.md, Sealed orders). */
const STAY = [
  'paid by a second number, then rejected and refunded',
  'completed and partly refunded',
  'a parcel that came back',
]
const LEAVE = PAID.filter((name) => !STAY.includes(name))
let played = new Map<string, Played>()
let left: string[] = []
const of = (name: string) => played.get(name) as Played

beforeAll(async () => {
  played = await playAll(WARM_DAYS - 5)
  left = await letSeal(...LEAVE.flatMap((name) => of(name).ended.orderIds))
}, 300_000)

describe('8.6.2 an order 90 days after its end', () => {
  it.each(LEAVE)('has left the database for R2: %s', async (name) => {
    const { orderIds } = of(name).ended
    expect(
      left.filter((id) => orderIds.includes(id)),
      'orders whose lines are in D1, or which no file under sealed/ names',
    ).toEqual([])
    for (const id of orderIds) expect(await rowsOf(id), 'rows that stayed').toEqual({})
  })

  it.each(STAY)('stays whole if money was given back: %s', async (name) => {
    for (const id of of(name).ended.orderIds) expect(await rowsOf(id)).not.toEqual({})
  })

  it.each(STORY_NAMES)('keeps the row by which it is found: %s', async (name) => {
    for (const id of of(name).ended.orderIds) expect(await hasDirectoryRow(id)).toBe(true)
  })

  it.each(STORY_NAMES)('is read as before, by everybody: %s', { timeout: 120_000 }, async (name) => {
    const { ended, names, parties, before } = of(name)
    if (LEAVE.includes(name)) for (const id of ended.orderIds) expect(await rowsOf(id), 'rows in D1').toEqual({})
    expect(changesBetween(before, await readAll(names, parties))).toEqual([])
  })
})

describe('8.6.2 the files of sealed orders', () => {
  it('are gzipped JSON by year and month, many orders in one', async () => {
    const orders = LEAVE.flatMap((name) => of(name).ended.orderIds)
    const files = (await sealedFiles()).filter((file) => orders.some((id) => textOf(file).includes(id)))
    expect(files.length, 'files under sealed/ that name these orders').toBeGreaterThan(0)
    expect(files.length, 'files of so few orders').toBeLessThan(orders.length)
    for (const file of files) {
      expect(file.key).toMatch(/^sealed\/\d{4}\/\d{1,2}\/[^/]+$/)
      // One value, or one a line.
      for (const one of textOf(file).trim().split('\n').length > 1 ? textOf(file).trim().split('\n') : [textOf(file)])
        expect(typeof JSON.parse(one), file.key).toBe('object')
    }
  })

  it('hold the words of their people, and are read by nobody at an address', async () => {
    expect(await sealedText()).toContain('Le sac est ouvert.')
    const [file] = await sealedFiles()
    expect((await call(null, 'GET', `/media/${encodeURIComponent(file?.key ?? '')}`)).status).toBe(404)
    expect((await call(await signUp('ADMIN'), 'GET', `/media/${encodeURIComponent(file?.key ?? '')}`)).status).toBe(404)
  })

  it('break no law, of the hour or of the night', async () => {
    await daysPass(1)
    const { checks } = ok(await call(await signUp('ADMIN'), 'GET', '/ledger/checks')) as Data
    expect(checks.filter((one: { ok: boolean }) => !one.ok)).toEqual([])
    expect(await count("incidents WHERE ref GLOB 'law:*'")).toBe(0)
  })
})

describe('8.6.2 the lines of wallets, a month and 90 days later', () => {
  beforeAll(async () => {
    await leap(WALLET_DAYS - WARM_DAYS)
    await daysPass(3)
  }, 120_000)

  it('have left the database', async () => {
    const { ended } = of('delivered and completed')
    const line = 'wallet_entries WHERE order_id = ?'
    for (const id of ended.orderIds) expect(await count(line, id), 'lines of wallets in D1').toBe(0)
  })

  it.each(STORY_NAMES)('are in the statement of their month as before: %s', { timeout: 120_000 }, async (name) => {
    const { names, parties, before } = of(name)
    expect(await count('wallet_entries'), 'lines of wallets in D1').toBe(0)
    expect(changesBetween(before, await readAll(names, parties))).toEqual([])
  })
})

it.each(LEAVE)(
  '8.6.2 is read as before by its people one after the other, and once it was sealed again: %s',
  {
    timeout: 120_000,
  },
  async (name) => {
    const { ended, names, parties, before } = of(name)
    const people = parties.filter(({ who }) => [ended.buyer, ended.rider, ...ended.sellers].some((one) => one === who))
    const theirs = new Map([...before].filter(([asked]) => people.some((one) => asked.startsWith(`${one.name} GET`))))
    for (const id of ended.orderIds) expect(await rowsOf(id), 'rows in D1').toEqual({})
    expect(changesBetween(theirs, await readAll(names, people, kept))).toEqual([])
    await expectLaws()
    await undone('later', async () => {
      await leap(WARM_DAYS)
      expect(await letSeal(...ended.orderIds), 'orders that were not sealed again').toEqual([])
      expect(changesBetween(theirs, await readAll(names, people))).toEqual([])
    })
  },
)
