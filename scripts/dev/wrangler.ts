import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

const QUIET = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  CI: 'true',
}

const running = new Set<ChildProcess>()
let ending = false
/** Whether this process is ending its children, so that their end is no news. */
export const isEnding = () => ending

/** Starts Node on a file of ours or of wrangler's, in its own process group, so that all its processes can be ended. */
export function startNode(args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: { ...process.env, ...QUIET },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export const wrangler = (...args: string[]) => startNode(['node_modules/wrangler/bin/wrangler.js', ...args])

/** Calls `tell` with each line that a process prints. */
export function readLines(child: ChildProcess, tell: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => tell(stripVTControlCharacters(line).trimEnd()))
  }
}

/** Runs a command to its end silently. If it fails, the error holds what it printed. */
export function finish(child: ChildProcess, what: string): Promise<void> {
  const lines: string[] = []
  readLines(child, (line) => lines.push(line))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${what} failed:\n${lines.join('\n')}`))
    })
  })
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Ends every process that was started; those that still run after five seconds are killed. */
export async function endAll(): Promise<void> {
  ending = true
  await Promise.all([...running].map(end))
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const force = setTimeout(() => signal(child, 'SIGKILL'), 5000)
  signal(child, 'SIGTERM')
  await ended
  clearTimeout(force)
}

function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(name)
    else process.kill(-child.pid, name)
  } catch {
    // The process ended between the question and the signal.
  }
}

/** On Ctrl-C, ends the started processes, then this one: they have process groups of their own and would not get the signal. */
export function endAllOnSignal(exitCode: number): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, async () => {
      await endAll()
      process.exit(exitCode)
    })
  }
}
