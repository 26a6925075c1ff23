import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Broken, Played, Share } from './play.ts'
import { addReport, newReport, type Report } from './report.ts'

/** Seeds of a campaign that were played one after the other, a line of its file. */
type Line = {
  commit: string
  firstSeed: number
  seeds: number
  stepsEach: number
  /** How many left each of its histories. */
  branches?: number
  steps: number
  breaks: Broken[]
  cpuS: number
  totals: Report
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
/** The commit whose code was played; a plus says that the work tree had changes on top of it. */
export const commitPlayed = () => `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`

const readLines = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

type Kind = Pick<Line, 'commit' | 'stepsEach' | 'branches'>
/** Runs of one campaign play the same code in the same way. */
const isSame = (a: Kind, b: Kind) =>
  a.commit === b.commit && a.stepsEach === b.stepsEach && (a.branches ?? 0) === (b.branches ?? 0)

/** Adds a run to its campaign: to the line that it goes on from, where there is one, else as a line of its own. */
export function record(
  file: string,
  { commit, from, seeds, stepsEach, branches = 0 }: Share & Kind,
  { report, broken, cpuS }: Played,
): void {
  const lines = existsSync(file) ? readLines(file) : []
  const before = lines.find(
    (line) => isSame(line, { commit, stepsEach, branches }) && line.firstSeed + line.seeds === from,
  )
  if (before) {
    before.seeds += seeds
    before.steps += report.steps
    before.breaks.push(...broken)
    before.cpuS += cpuS
    addReport(before.totals, report)
  } else {
    const { steps } = report
    lines.push({ commit, firstSeed: from, seeds, stepsEach, branches, steps, breaks: broken, cpuS, totals: report })
  }
  // Whoever stops it now loses this run, not those of before.
  writeFileSync(`${file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  renameSync(`${file}.new`, file)
}

/** The runs of a file as one campaign. @throws Error when two of them played a seed both, or on different code */
export function sumUp(file: string): Played {
  const lines = readLines(file).sort((a, b) => a.firstSeed - b.firstSeed)
  const total: Played = { report: newReport(), broken: [], cpuS: 0 }
  for (const [i, line] of lines.entries()) {
    const { commit, stepsEach, firstSeed, totals, breaks, cpuS } = line
    const before = lines[i - 1]
    if (before && firstSeed < before.firstSeed + before.seeds) throw new Error(`seed ${firstSeed} was played twice`)
    if (before && !isSame(line, before))
      throw new Error(`seeds from ${firstSeed} on were played on ${commit}, ${stepsEach} steps each: another campaign`)
    addReport(total.report, totals)
    total.broken.push(...breaks)
    total.cpuS += cpuS
  }
  return total
}
