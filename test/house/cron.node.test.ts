import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CRON } from '#cron/table.ts'

it('the expressions of src/cron/table.ts are those that wrangler.toml triggers', () => {
  const [, listed] = /^\[triggers\]\s*\ncrons = (\[[^\]]*\])/m.exec(readFileSync('wrangler.toml', 'utf8')) ?? []
  expect(Object.keys(CRON).sort()).toEqual((JSON.parse(listed ?? 'null') as string[]).sort())
})

it('every expression has a job, no job has two, and messages go last in each', () => {
  for (const stages of Object.values(CRON)) expect(Object.keys(stages.at(-1) ?? {})).toContain('sendOutbox')
  const jobs = Object.values(CRON)
    .flat()
    .flatMap((stage) => Object.keys(stage))
  const others = jobs.filter((name) => name !== 'sendOutbox')
  expect(others.length).toBeGreaterThan(Object.keys(CRON).length)
  expect(new Set(others).size).toBe(others.length)
})
