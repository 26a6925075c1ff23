import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CRON } from '../../src/cron/table.ts'

it('the expressions of src/cron/table.ts are those that wrangler.toml triggers', () => {
  const [, listed] = /^\[triggers\]\s*\ncrons = (\[[^\]]*\])/m.exec(readFileSync('wrangler.toml', 'utf8')) ?? []
  expect(Object.keys(CRON).sort()).toEqual((JSON.parse(listed ?? 'null') as string[]).sort())
})

it('every expression has a job, and no job has two', () => {
  const jobs = Object.values(CRON).map((stages) => stages.flatMap((jobs) => Object.values(jobs)))
  expect(jobs.every(({ length }) => length > 0)).toBe(true)
  expect(new Set(jobs.flat()).size).toBe(jobs.flat().length)
})
