import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { build } from 'esbuild'
import type { Ask, Reply, WorkerSettings } from './worker-process.ts'

type Question = Ask extends infer Each ? (Each extends unknown ? Omit<Each, 'id'> : never) : never
export type RunningWorker = {
  ask<T>(question: Question): Promise<T>
  /** SIGKILL to workerd and to what watches it, in the middle of whatever they do. */
  kill(): Promise<void>
  end(): Promise<void>
}

/** One file of a Worker and everything it imports, as wrangler would bundle it. */
export async function bundle(entry: string, outfile: string): Promise<string> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'error',
  })
  return outfile
}

/** Starts a Worker in a process of its own. @returns once it answers requests */
export async function startWorker(settings: WorkerSettings): Promise<RunningWorker> {
  const env = { ...process.env, PROOF_WORKER: JSON.stringify(settings), CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  const child = fork('testing/running/worker-process.ts', { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed.push(text)
      if (printed.length > 50) printed.shift()
      if (process.env.PROOF_LOG) process.stderr.write(text)
    })
  }
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const ready = new Promise<number[]>((resolve, reject) => {
    child.on('message', (reply: Reply) => {
      if ('ready' in reply) return resolve(reply.ready)
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('error' in reply) asked?.reject(new Error(reply.error))
      else asked?.resolve(reply.value)
    })
    child.once('exit', (code) => {
      reject(new Error(`${settings.configPath} did not start (${code}):\n${printed.join('')}`))
      for (const { reject: refuse } of waiting.values()) refuse(new Error('the Worker was killed'))
      waiting.clear()
    })
  })
  const workerd = await ready
  let asked = 0
  return {
    ask: <T>(question: Question) =>
      new Promise<T>((resolve, reject) => {
        const id = ++asked
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        child.send({ ...question, id }, (error) => error && reject(error))
      }),
    kill: async () => {
      for (const pid of workerd) signal(pid)
      child.kill('SIGKILL')
      await hasExited(child)
    },
    end: async () => {
      if (child.connected) child.disconnect()
      await hasExited(child)
    },
  }
}

const hasExited = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended between the question and the signal.
  }
}
