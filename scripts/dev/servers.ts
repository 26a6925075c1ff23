import { CRON } from '../../src/cron/table.ts'
import { HOUR_MS } from '../../src/kernel/time.ts'
import { copyDocsAssets } from '../docs-assets.ts'
import { apiAddress, type Ports, sandboxAddress, writeEnvFiles } from './environment.ts'
import { findFreePort, requireFreePort } from './ports.ts'
import { finish, hasEnded, readLines, startNode, wrangler } from './wrangler.ts'

const START_TIMEOUT_MS = 120_000

type Say = (line: string) => void

/**
 * Brings the local database up to date, puts the demo data in when it is not there, and starts the API and the sandbox.
 * `endAll` stops them.
 * @param show told what the servers print once they run, as far as a person wants it
 * @returns once both answer
 */
export async function startServers(ports: Ports, say: Say, show: Say): Promise<{ ended: Promise<string> }> {
  await requireFreePort(ports.api, 'PORT')
  await requireFreePort(ports.sandbox, 'SANDBOX_PORT')
  const files = writeEnvFiles(ports)
  copyDocsAssets()
  say('Applying the migrations to the local database')
  await finish(wrangler('d1', 'migrations', 'apply', 'DB', '--local'), 'wrangler d1 migrations apply')
  say('Putting in the demo data, if it is not there yet')
  await finish(startNode(['scripts/seed.ts']), 'scripts/seed.ts')

  say('Starting the API and the sandbox')
  const worldArgs = ['-c', 'sandbox/wrangler.toml', '--env-file', files.sandbox]
  const [api, sandbox] = await Promise.all([
    startWorker('api', ports.api, show, '--env-file', files.api),
    startWorker('sandbox', ports.sandbox, show, ...worldArgs),
  ])
  await api.untilItAnswers(`${apiAddress(ports)}/api/v1/health`)
  await sandbox.untilItAnswers(`${sandboxAddress(ports)}/health`)
  startClock(ports)
  return { ended: Promise.race([api.ended, sandbox.ended]) }
}

/**
 * Crons do not fire by themselves in `wrangler dev`. What runs every minute is called more often here, so that nobody
 * waits for a minute; a missed call is caught up by the next.
 */
function startClock(ports: Ports): void {
  for (const cron of Object.keys(CRON)) {
    const address = `${apiAddress(ports)}/cdn-cgi/handler/scheduled?${new URLSearchParams({ cron })}`
    setInterval(() => isAnswering(address), cron === '* * * * *' ? 5000 : HOUR_MS).unref()
  }
}

async function startWorker(name: string, port: number, show: Say, ...args: string[]) {
  const ports = ['--port', String(port), '--inspector-port', String(await findFreePort())]
  const child = wrangler('dev', ...args, ...ports, '--show-interactive-dev-session=false')
  const early: string[] = []
  let isReady = false
  readLines(child, (line) => {
    if (!isReady) early.push(line)
    else if (isWorthShowing(line)) show(`${name.padEnd(8)}${line.replace('[wrangler:info] ', '')}`)
  })
  return {
    ended: new Promise<string>((resolve) => child.once('exit', () => resolve(name))),
    async untilItAnswers(address: string): Promise<void> {
      const deadline = Date.now() + START_TIMEOUT_MS
      while (!(await isAnswering(address))) {
        if (hasEnded(child) || Date.now() > deadline) throw new Error(`The ${name} did not start:\n${early.join('\n')}`)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      isReady = true
    },
  }
}

export const isAnswering = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(30_000) }).then(
    (answer) => answer.text().then(() => answer.ok),
    () => false,
  )

/** The clock's own calls, the sandbox page looking again, and wrangler's small talk are noise. */
const NOISE =
  /cdn-cgi|\/health |GET \/(inbox|phones|callbacks|faults|movements)|^\s*$|^[╭│╰⎔]|Ready on|compatibility|^- |Detected changes/
const isWorthShowing = (line: string) => !NOISE.test(line)
