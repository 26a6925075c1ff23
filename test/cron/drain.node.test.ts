import { expect, it } from 'vitest'
import { drain, newTick } from '#cron/tick.ts'
import { captureErrors } from '#testing/logged-errors.ts'

const things = (name: string, many: number) => Array.from({ length: many }, (_, i) => ({ id: `${name}${i}` }))

it('a job whose calls hang holds three places, and the others go on beside it', async () => {
  const tick = newTick()
  let hanging = 0
  const hangs = drain(tick, 'hangs', {
    due: async () => things('a', 50),
    work: () => {
      hanging++
      return new Promise(() => {})
    },
    callsOutside: true,
  })
  const done: string[] = []
  await drain(tick, 'goes on', {
    due: async (limit) =>
      things('b', 120)
        .filter(({ id }) => !done.includes(id))
        .slice(0, limit),
    work: async ({ id }) => void done.push(id),
    callsOutside: true,
  })
  expect(done).toHaveLength(120)
  expect(hanging).toBe(3)
  const ended = await Promise.race([hangs.then(() => 'ended'), Promise.resolve('hangs')])
  expect(ended).toBe('hangs')
})

it('a job that hangs and takes no place of the outside leaves every other its time', async () => {
  const tick = newTick()
  void drain(tick, 'hangs', { due: async () => things('a', 50), work: () => new Promise(() => {}) })
  const done: string[] = []
  await drain(tick, 'goes on', {
    due: async () => things('b', 7).filter(({ id }) => !done.includes(id)),
    work: async ({ id }) => void done.push(id),
  })
  expect(done).toHaveLength(7)
})

it('one that fails is tried once in a run and holds back none behind it', async () => {
  const tried: string[] = []
  const errors = captureErrors()
  await drain(newTick(), 'fails', {
    due: async (limit) => things('a', 60).slice(0, limit),
    work: async ({ id }) => {
      tried.push(id)
      throw new Error('not now')
    },
  })
  expect(new Set(tried).size).toBe(60)
  expect(tried).toHaveLength(60)
  const lines = errors().map((line) => JSON.parse(line))
  expect(lines.map(({ job, id }) => `${job} ${id}`)).toEqual(tried.map((id) => `fails ${id}`))
})

it('a run that is over takes on nothing new', async () => {
  let calls = 0
  await drain(newTick(1000, Date.now() - 1000), 'late', {
    due: async () => things('a', 3),
    work: async () => void calls++,
  })
  expect(calls).toBe(0)
})
