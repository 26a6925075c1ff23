import { afterEach, expect, it, vi } from 'vitest'
import { drain, newTick } from '#cron/tick.ts'

// Rule: a tick works until nothing is due or its 25 s are over, five at a time.

afterEach(() => vi.useRealTimers())

const things = (name: string, many: number) => Array.from({ length: many }, (_, i) => ({ id: `${name}${i}` }))

/** A job of so many things, each of which takes so long, and how many of all jobs were under way at once. */
function jobs() {
  const seen = { now: 0, most: 0, done: 0 }
  const job = (name: string, many: number, ms: number) => {
    const left = new Set(things(name, many).map(({ id }) => id))
    return {
      due: async (limit: number) => [...left].slice(0, limit).map((id) => ({ id })),
      work: async ({ id }: { id: string }) => {
        seen.most = Math.max(seen.most, ++seen.now)
        await new Promise((resolve) => setTimeout(resolve, ms))
        seen.now--
        seen.done++
        left.delete(id)
      },
    }
  }
  return { seen, job }
}

it('a job has five under way at once, and all jobs that call outside have five together', async () => {
  const alone = jobs()
  await drain(newTick(), 'alone', alone.job('a', 40, 2))
  expect(alone.seen).toEqual({ now: 0, most: 5, done: 40 })

  const { seen, job } = jobs()
  const tick = newTick()
  const all = ['a', 'b', 'c', 'd'].map((name) => drain(tick, name, { ...job(name, 20, 2), callsOutside: true }))
  await Promise.all(all)
  expect(seen).toEqual({ now: 0, most: 5, done: 80 })
})

it('begins nothing after 25 seconds, and all that it can before', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) })
  const { seen, job } = jobs()
  const run = drain(newTick(), 'slow', job('a', 200, 1000))
  await vi.advanceTimersByTimeAsync(24_900)
  expect(seen.done).toBe(120)
  await vi.advanceTimersByTimeAsync(60_000)
  await run
  expect(seen.done).toBe(125)
})
