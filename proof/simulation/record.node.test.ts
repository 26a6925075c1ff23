import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { record, sumUp } from './record.ts'
import { newReport } from './report.ts'

const folder = mkdtempSync(join(tmpdir(), 'soko-campaign-'))
const file = join(folder, 'campaign.jsonl')
afterAll(() => rmSync(folder, { recursive: true }))

const run = (firstSeed: number, seeds: number, more: object = {}) => {
  const steps = seeds * 200
  const totals = { ...newReport(), seeds, steps, acts: { payOrder: seeds } }
  return { commit: 'c0ffee', firstSeed, seeds, stepsEach: 200, steps, breaks: [], cpuS: 2, totals, ...more }
}
const sumOf = (...runs: object[]) => {
  writeFileSync(file, runs.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return sumUp(file)
}

it('the runs of a campaign add up, in any order', () => {
  const broken = { seed: 12, breaks: [{ law: 'a', details: 'b' }] }
  const { report, broken: all, cpuS } = sumOf(run(11, 5, { breaks: [broken] }), run(1, 10))
  expect(report).toMatchObject({ seeds: 15, steps: 3000, acts: { payOrder: 15 } })
  expect(all).toEqual([broken])
  expect(cpuS).toBe(4)
})

it.each([
  ['a seed in both', run(10, 5), 'seed 10 was played twice'],
  ['other code', run(11, 5, { commit: 'c0ffee+' }), 'another campaign'],
  ['other lengths', run(11, 5, { stepsEach: 20 }), 'another campaign'],
  ['other branches', run(11, 5, { branches: 20 }), 'another campaign'],
])('two runs with %s are not one campaign', (_what, other, words) => {
  expect(() => sumOf(run(1, 10), other)).toThrow(words)
})

it('a run is added to the line that it goes on from', () => {
  const played = (seeds: number, seed?: number) => ({
    report: { ...newReport(), seeds, steps: seeds * 200, acts: { payOrder: seeds } },
    broken: seed ? [{ seed, breaks: [{ law: 'a', details: 'b' }] }] : [],
    cpuS: 1,
  })
  const growing = join(folder, 'growing.jsonl')
  const add = (commit: string, from: number, seeds: number, broken?: number) =>
    record(growing, { commit, from, seeds, stepsEach: 200 }, played(seeds, broken))
  const lines = () =>
    readFileSync(growing, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  add('c0ffee', 1, 10)
  add('c0ffee', 21, 5)
  add('c0ffee', 11, 10, 12)
  add('c0ffee+', 26, 10)
  expect(lines().map(({ firstSeed, seeds, commit }) => [firstSeed, seeds, commit])).toEqual([
    [1, 20, 'c0ffee'],
    [21, 5, 'c0ffee'],
    [26, 10, 'c0ffee+'],
  ])
  expect(lines()[0]).toMatchObject({ steps: 4000, cpuS: 2, breaks: [{ seed: 12 }] })
  expect(lines()[0].totals).toMatchObject({ seeds: 20, acts: { payOrder: 20 } })
})
