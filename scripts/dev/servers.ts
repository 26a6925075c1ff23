import type { ChildProcess } from 'node:child_process'
import { copyDocsAssets } from '../docs-assets.ts'
import { apiAddress, type Ports, sandboxAddress, writeEnvFiles } from './environment.ts'
import { findFreePort, requireFreePort } from './ports.ts'
import { end, finish, readLines, startNode, wrangler } from './wrangler.ts'

const START_TIMEOUT_MS = 120_000
const CRON_PERIOD_MS = 5000

export type Servers = {
  /** Resolves with a server's name when it ends by itself. */
  ended: Promise<string>
  stop(): Promise<void>
}

type Say = (line: string) => void

/**
 * Brings the local database up to date, puts the demo data in when it is not there, and starts the API and the sandbox.
 * @param show told what the servers print once they run, as far as a person wants it
 */
export async function startServers(ports: Ports, say: Say, show: Say): Promise<Servers> {
  await requireFreePort(ports.api, 'PORT')
  await requireFreePort(ports.sandbox, 'SANDBOX_PORT')
  const files = writeEnvFiles(ports)
  copyDocsAssets()
  say('Applying the migrations to the local database')
  await finish(wrangler('d1', 'migrations', 'apply', 'DB', '--local'), 'wrangler d1 migrations apply')
  say('Putting in the demo data, if it is not there yet')
  await finish(startNode(['scripts/seed.ts']), 'scripts/seed.ts')

  say('Starting the API and the sandbox')
  const api = await startWorker('api', ports.api, show, '--env-file', files.api)
  const sandbox = await startWorker(
    'sandbox',
    ports.sandbox,
    show,
    '-c',
    'sandbox/wrangler.toml',
    '--env-file',
    files.sandbox,
  )
  const workers = [api, sandbox]
  const stop = async () => {
    clearInterval(clock)
    await Promise.all(workers.map(({ child }) => end(child)))
  }
  const clock = setInterval(() => tick(ports), CRON_PERIOD_MS)
  try {
    await api.answers(`${apiAddress(ports)}/api/v1/health`)
    await sandbox.answers(`${sandboxAddress(ports)}/health`)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop, ended: Promise.race(workers.map(({ ended, name }) => ended.then(() => name))) }
}

/** Crons do not fire by themselves in `wrangler dev`. A missed tick is caught up by the next. */
const tick = (ports: Ports) =>
  fetch(`${apiAddress(ports)}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`)
    .then((answer) => answer.text())
    .catch(() => undefined)

async function startWorker(name: string, port: number, show: Say, ...args: string[]) {
  const debuggerPort = String(await findFreePort())
  const child = wrangler(
    'dev',
    ...args,
    '--port',
    String(port),
    '--inspector-port',
    debuggerPort,
    '--show-interactive-dev-session=false',
  )
  const early: string[] = []
  let isReady = false
  readLines(child, (line) => {
    if (!isReady) early.push(line)
    else if (isWorthShowing(line)) show(`${name.padEnd(8)}${line.replace('[wrangler:info] ', '')}`)
  })
  const answers = async (address: string) => {
    const deadline = Date.now() + START_TIMEOUT_MS
    while (!(await isAnswering(address))) {
      if (hasEnded(child) || Date.now() > deadline) throw new Error(`The ${name} did not start:\n${early.join('\n')}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    isReady = true
  }
  return { name, child, answers, ended: new Promise<void>((resolve) => child.once('exit', () => resolve())) }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

export const isAnswering = (address: string) =>
  fetch(address).then(
    (answer) => answer.text().then(() => answer.ok),
    () => false,
  )

/** The clock's own calls, the sandbox page looking again, and wrangler's small talk are noise. */
const NOISE =
  /cdn-cgi|\/health |GET \/(inbox|phones|callbacks|faults|movements)|^\s*$|^[╭│╰⎔]|Ready on|compatibility|^- |Detected changes/
const isWorthShowing = (line: string) => !NOISE.test(line)
