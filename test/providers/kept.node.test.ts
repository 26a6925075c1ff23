import { expect, it } from 'vitest'
import { remember } from '#providers/remember.ts'

const NOW = 1_000_000_000
const [SECOND, MINUTE] = [1000, 60_000]

/** A question, answered in turn by whoever holds the key. */
function question() {
  const answers: ((value: string | undefined) => void)[] = []
  const read = remember(() => new Promise<string | undefined>((answer) => answers.push(answer)))
  return { read, answers }
}
const told = (answer: string | undefined) => {
  let asked = 0
  const read = remember(async () => {
    asked++
    return answer
  })
  return { read, asked: () => asked }
}

it('an answer is asked for once a minute, however many read it', async () => {
  const { read, asked } = told('open')
  for (let i = 0; i < 1000; i++) expect(await read(NOW + i * 59)).toBe('open')
  expect(asked()).toBe(1)
  expect(await read(NOW + MINUTE)).toBe('open')
  expect(asked()).toBe(2)
})

it('an answer is asked for by one of fifty that come at once, and the others read the answer to that one', async () => {
  const { read, answers } = question()
  const all = Array.from({ length: 50 }, (_, i) => read(NOW + i))
  expect(answers).toHaveLength(1)
  answers[0]?.('open')
  expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, () => 'open'))
})

it('serves the last answer while another is on its way, and for five minutes where none comes', async () => {
  const { read, answers } = question()
  const first = read(NOW)
  answers[0]?.('open')
  await first
  const next = read(NOW + 2 * MINUTE)
  expect(await read(NOW + 2 * MINUTE)).toBe('open')
  answers[1]?.(undefined)
  expect(await next).toBe('open')
  expect(answers).toHaveLength(2)
  const last = read(NOW + 5 * MINUTE)
  answers[2]?.(undefined)
  expect(await last).toBeUndefined()
})

it('asks no more for ten seconds after no answer came', async () => {
  const { read, asked } = told(undefined)
  for (const later of [0, 1, 9]) expect(await read(NOW + later * SECOND)).toBeUndefined()
  expect(asked()).toBe(1)
  await read(NOW + 10 * SECOND)
  expect(asked()).toBe(2)
})

it('an answer is asked for again if the request that asked was lost', async () => {
  const { read, answers } = question()
  void read(NOW)
  const other = read(NOW + 15 * SECOND)
  expect(answers).toHaveLength(2)
  answers[1]?.('open')
  expect(await other).toBe('open')
})

it('an answer is asked for again if the clock was set back', async () => {
  const { read, asked } = told('open')
  await read(NOW)
  await read(NOW - 10 * MINUTE)
  expect(asked()).toBe(2)
})
