import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { addReport, newReport, type Report } from '../../test/simulation/report.ts'
import type { Broken, Played, Share } from './play.ts'

/** One run of a campaign, a line of its file. */
type Line = {
  commit: string
  firstSeed: number
  seeds: number
  stepsEach: number
  steps: number
  breaks: Broken[]
  cpuS: number
  totals: Report
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
/** The commit whose code was played; a plus says that the work tree had changes on top of it. */
export const commitPlayed = () => `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`

export function record(
  file: string,
  { commit, from, seeds, stepsEach }: Share & Pick<Line, 'commit' | 'stepsEach'>,
  { report, broken, cpuS }: Played,
): void {
  const { steps } = report
  const run: Line = { commit, firstSeed: from, seeds, stepsEach, steps, breaks: broken, cpuS, totals: report }
  appendFileSync(file, `${JSON.stringify(run)}\n`)
}

/** The runs of a file as one campaign. @throws Error when two of them played a seed both, or on different code */
export function sumUp(file: string): Played {
  const lines: Line[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.firstSeed - b.firstSeed)
  const total: Played = { report: newReport(), broken: [], cpuS: 0 }
  for (const [i, { commit, stepsEach, firstSeed, totals, breaks, cpuS }] of lines.entries()) {
    const before = lines[i - 1]
    if (before && firstSeed < before.firstSeed + before.seeds) throw new Error(`seed ${firstSeed} was played twice`)
    if (before && (commit !== before.commit || stepsEach !== before.stepsEach))
      throw new Error(`seeds from ${firstSeed} on were played on ${commit}, ${stepsEach} steps each: another campaign`)
    addReport(total.report, totals)
    total.broken.push(...breaks)
    total.cpuS += cpuS
  }
  return total
}
