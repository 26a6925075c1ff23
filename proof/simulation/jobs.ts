import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Played, Share } from './play.ts'
import { addReport, newReport } from './report.ts'

const WORKER = fileURLToPath(new URL('play.ts', import.meta.url).href)
/** Histories make much that dies young, and throw thousands of refusals whose stack nobody reads: `--seed` shows it. */
const FLAGS = ['--max-semi-space-size=64', '--single-threaded-gc', '--stack-trace-limit=0']
/** Histories of a share, branches among them: few enough that all jobs end together. */
const SHARE = 250

/** Plays the seeds on this many processes; each takes the next share when it is done with one, on a market opened once. */
export async function divide(
  { from, seeds }: Share,
  {
    jobs,
    steps,
    branches,
    onPlayed,
  }: { jobs: number; steps: number; branches: number; onPlayed: (played: Played, histories: number) => void },
): Promise<Played> {
  const total: Played = { report: newReport(), broken: [], cpuS: 0 }
  let next = from
  const end = from + seeds
  const take = (): Share | undefined => {
    if (next >= end) return undefined
    const share = { from: next, seeds: Math.min(Math.ceil(SHARE / (1 + branches)), end - next) }
    next += share.seeds
    return share
  }
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(WORKER, [String(steps), String(branches)], { execArgv: FLAGS })
      child.on('message', (said: Played | 'ready') => {
        if (said !== 'ready') {
          addReport(total.report, said.report)
          total.broken.push(...said.broken)
          total.cpuS += said.cpuS
          onPlayed(said, total.report.seeds)
        }
        const share = take()
        if (share) child.send(share)
        else child.disconnect()
      })
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a job ended with ${code}`))))
    })
  await Promise.all(Array.from({ length: jobs }, work))
  return total
}
