import { describe, expect, it, vi } from 'vitest'
import {
  catchUp,
  countOne,
  isUntold,
  openWindow,
  pairTallyOf,
  rememberedParties,
  tallyOf,
  tellKv,
  windowEnd,
  windowOf,
} from '#http/counters.ts'
import { memoryKv } from '#testing/platform/memory.ts'

// Counts of an isolate, and what KV is told of them: docs/decisions/0007-limits.md.

const NOW = 1_700_000_000_000
const SOON = NOW + 60_000
let parties = 0
const newParty = () => `party ${++parties}`
const newTally = () => tallyOf(newParty())

function kvWith(values: Record<string, unknown> = {}) {
  const kv = { ...memoryKv(), get: vi.fn(async (key: string) => values[key] ?? null), put: vi.fn(async () => {}) }
  return { kv: kv as unknown as KVNamespace, ...kv }
}
const stored = (party: string, windows: object) => ({ [`tally:${party}`]: { windows } })
const countOf = (tally: ReturnType<typeof newTally>, counter = 'a') => tally.windows.get(counter)?.count

describe('a window', () => {
  it('ends at a whole multiple of its length, after the instant', () => {
    expect(windowEnd(1, 1000)).toBe(1000)
    expect(windowEnd(999, 1000)).toBe(1000)
    expect(windowEnd(1000, 1000)).toBe(2000)
  })

  it('counts until it ends, then from nothing', () => {
    const tally = newTally()
    expect(openWindow(tally, 'a', NOW)).toBeUndefined()
    const window = windowOf(tally, 'a', NOW, SOON)
    expect(window).toEqual({ count: 0, endsAt: SOON, unsent: 0 })
    countOne(window)
    countOne(window)
    expect(windowOf(tally, 'a', SOON - 1, SOON + 1)).toEqual({ count: 2, endsAt: SOON, unsent: 2 })
    expect(openWindow(tally, 'a', SOON - 1)).toBe(window)
    expect(openWindow(tally, 'b', NOW)).toBeUndefined()
    expect(openWindow(tally, 'a', SOON)).toBeUndefined()
    expect(windowOf(tally, 'a', SOON, SOON + 1)).toEqual({ count: 0, endsAt: SOON + 1, unsent: 0 })
  })

  it('is untold as long as KV does not know all of it', () => {
    const tally = newTally()
    expect(isUntold(tally)).toBe(false)
    const window = windowOf(tally, 'a', NOW, SOON)
    windowOf(tally, 'b', NOW, SOON)
    expect(isUntold(tally)).toBe(false)
    countOne(window)
    expect(isUntold(tally)).toBe(true)
  })
})

describe('what an isolate remembers', () => {
  it('is who asked among the last 5,000, and nobody before the last 10,000', () => {
    const one = tallyOf('somebody')
    for (let other = 0; other < 4_999; other++) tallyOf(`before ${other}`)
    expect(tallyOf('somebody')).toBe(one)
    expect(rememberedParties()).toBeLessThanOrEqual(10_000)
    for (let other = 0; other < 10_000; other++) tallyOf(`after ${other}`)
    expect(tallyOf('somebody')).not.toBe(one)
    expect(rememberedParties()).toBeGreaterThan(5_000)
  })

  it('of an address at an account is apart from others', () => {
    const one = pairTallyOf('address', 'account')
    expect(pairTallyOf('address', 'account')).toBe(one)
    expect(pairTallyOf('address', 'other')).not.toBe(one)
    expect(pairTallyOf('other', 'account')).not.toBe(one)
    expect(tallyOf('address account')).not.toBe(one)
  })
})

describe('what other isolates counted', () => {
  it('is asked once a minute', async () => {
    const [party, { kv, get }] = [newParty(), kvWith()]
    const tally = tallyOf(party)
    await catchUp(kv, party, tally, NOW)
    expect(get).toHaveBeenLastCalledWith(`tally:${party}`, 'json')
    await catchUp(kv, party, tally, NOW + 59_999)
    expect(get).toHaveBeenCalledTimes(1)
    await catchUp(kv, party, tally, NOW + 60_000)
    expect(get).toHaveBeenCalledTimes(2)
    // A clock that was set back asks again.
    await catchUp(kv, party, tally, NOW - 60_000)
    expect(get).toHaveBeenCalledTimes(3)
  })

  it('is added to what KV does not know of here, and never taken back', async () => {
    const party = newParty()
    const tally = tallyOf(party)
    const more = windowOf(tally, 'more', NOW, SOON)
    countOne(more)
    countOne(more)
    for (const count of [5, 6, 7]) void [count, countOne(windowOf(tally, 'fewer', NOW, SOON))]
    windowOf(tally, 'fewer', NOW, SOON).unsent = 0
    const windows = {
      more: { count: 5, endsAt: SOON + 1 },
      fewer: { count: 2, endsAt: SOON - 1 },
      theirs: { count: 4, endsAt: SOON },
      over: { count: 9, endsAt: NOW },
    }
    await catchUp(kvWith(stored(party, windows)).kv, party, tally, NOW)
    expect(Object.fromEntries(tally.windows)).toEqual({
      more: { count: 7, endsAt: SOON + 1, unsent: 2 },
      fewer: { count: 3, endsAt: SOON, unsent: 0 },
      theirs: { count: 4, endsAt: SOON, unsent: 0 },
    })
  })

  it('is what is counted here alone when KV fails or holds something else', async () => {
    for (const value of [null, 'x', { windows: 1 }, { windows: { a: { count: 'x', endsAt: SOON } } }]) {
      const party = newParty()
      const tally = tallyOf(party)
      await catchUp(kvWith({ [`tally:${party}`]: value }).kv, party, tally, NOW)
      expect(tally.windows.size).toBe(0)
    }
    const { kv, get } = kvWith()
    get.mockRejectedValue(new Error('down'))
    await expect(catchUp(kv, 'p', newTally(), NOW)).resolves.toBeUndefined()
  })
})

describe('KV is told', () => {
  it('the counts that still run, on top of what others told it, and forgets them with the last window', async () => {
    const party = newParty()
    const tally = tallyOf(party)
    countOne(windowOf(tally, 'a', NOW, NOW + 120_000))
    countOne(windowOf(tally, 'b', NOW, NOW + 300_500))
    countOne(windowOf(tally, 'over', NOW - 2, NOW))
    const { kv, put } = kvWith(stored(party, { a: { count: 3, endsAt: NOW + 120_000 } }))
    await tellKv(kv, party, tally, NOW)
    const windows = { a: { count: 4, endsAt: NOW + 120_000 }, b: { count: 1, endsAt: NOW + 300_500 } }
    expect(put).toHaveBeenCalledExactlyOnceWith(`tally:${party}`, JSON.stringify({ windows }), { expirationTtl: 301 })
    expect([tally.windows.get('a')?.unsent, tally.windows.get('b')?.unsent]).toEqual([0, 0])
  })

  it('for a minute at least, which is the shortest that KV keeps', async () => {
    const [party, { kv, put }] = [newParty(), kvWith()]
    countOne(windowOf(tallyOf(party), 'a', NOW, NOW + 1))
    await tellKv(kv, party, tallyOf(party), NOW)
    expect(put).toHaveBeenCalledWith(expect.anything(), expect.anything(), { expirationTtl: 60 })
  })

  it('once a second, and nothing when nothing runs', async () => {
    const [party, { kv, put, get }] = [newParty(), kvWith()]
    const tally = tallyOf(party)
    await tellKv(kv, party, tally, NOW)
    expect(put).not.toHaveBeenCalled()
    countOne(windowOf(tally, 'a', NOW, SOON))
    await tellKv(kv, party, tally, NOW + 999)
    expect([put.mock.calls.length, get.mock.calls.length]).toEqual([0, 1])
    await tellKv(kv, party, tally, NOW + 1000)
    await tellKv(kv, party, tally, NOW)
    expect(put).toHaveBeenCalledTimes(2)
    expect(countOf(tally)).toBe(1)
  })

  it('again of what it refused, beside what other isolates told it meanwhile', async () => {
    const [party, { kv, get, put }] = [newParty(), kvWith()]
    const tally = tallyOf(party)
    const window = windowOf(tally, 'a', NOW, SOON)
    for (let i = 0; i < 3; i++) countOne(window)
    put.mockImplementationOnce(async () => {
      // Somebody asks meanwhile.
      countOne(window)
      throw new Error('KV PUT failed: 429 Too Many Requests')
    })
    await expect(tellKv(kv, party, tally, NOW)).resolves.toBeUndefined()
    expect([isUntold(tally), window.unsent]).toEqual([true, 4])
    get.mockResolvedValue({ windows: { a: { count: 5, endsAt: SOON } } })
    await tellKv(kv, party, tally, NOW + 1000)
    const windows = { a: { count: 9, endsAt: SOON } }
    expect(put).toHaveBeenLastCalledWith(`tally:${party}`, JSON.stringify({ windows }), { expirationTtl: 60 })
    expect(isUntold(tally)).toBe(false)
  })

  it('nothing while it does not say what others told it, which that would wipe out', async () => {
    const [party, { kv, get, put }] = [newParty(), kvWith()]
    countOne(windowOf(tallyOf(party), 'a', NOW, SOON))
    get.mockRejectedValueOnce(new Error('down'))
    await tellKv(kv, party, tallyOf(party), NOW)
    expect([put.mock.calls.length, isUntold(tallyOf(party))]).toEqual([0, true])
    await tellKv(kv, party, tallyOf(party), NOW + 1000)
    expect(put).toHaveBeenCalledTimes(1)
  })
})
