import { expect, it } from 'vitest'
import { CRON } from '#cron/table.ts'
import { jobWords } from '../../office/health/words.ts'

it('each job and expression has its French words on the office page, and no two the same', () => {
  const names = new Set(
    Object.entries(CRON).flatMap(([expression, stages]) => [expression, ...stages.flatMap(Object.keys)]),
  )
  expect([...names].filter((name) => jobWords(name) === name)).toEqual([])
  expect(new Set([...names].map(jobWords)).size).toBe(names.size)
})

it('shows what has none as the service says it', () => {
  expect(jobWords('countMoons')).toBe('countMoons')
})
