import { CRON } from '#cron/table.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { writeDocsAssets } from '../docs-assets.ts'
import { buildOffice } from '../office-assets.ts'
import {
  apiAddress,
  envFiles,
  keyArguments,
  type Ports,
  sandboxAddress,
  stateFolder,
  writeEnvFiles,
} from './environment.ts'
import { lookAtDatabase } from './local-database.ts'
import { findFreePort, requireFreePort } from './ports.ts'
import { lockState } from './state-lock.ts'
import { finish, hasEnded, readLines, startNode, wrangler } from './wrangler.ts'

const START_TIMEOUT_MS = 120_000
const SQLITE_BUSY = 5

type Say = (line: string) => void

/** The arguments of wrangler for each server: each port has its own data, and the sandbox has its own beside the API's. */
export function commandsOf(ports: Ports) {
  const files = envFiles(ports)
  const state = stateFolder(ports)
  return {
    migrate: ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', state],
    api: [
      ...['dev', '--env-file', files.api, '--port', String(ports.api), '--persist-to', state],
      // Otherwise requests arrive as for the domain of `routes`, and the service takes the office's page at this
      // address for a stranger.
      ...['--local-upstream', `localhost:${ports.api}`, '--upstream-protocol', 'http'],
      ...keyArguments(ports),
    ],
    sandbox: [
      ...['dev', '-c', 'sandbox/wrangler.toml', '--env-file', files.sandbox],
      ...['--port', String(ports.sandbox), '--persist-to', `${state}/sandbox`],
    ],
  }
}

/**
 * Brings the local database up to date, puts the demo data in if it is missing, and starts the API and the sandbox.
 * `endAll` stops them.
 * @param show gets the lines that the servers print once they run, without noise
 * @returns once both answer
 */
export async function startServers(ports: Ports, say: Say, show: Say): Promise<{ ended: Promise<string> }> {
  await requireFreePort(ports.api, 'PORT')
  await requireFreePort(ports.sandbox, 'SANDBOX_PORT')
  requireOwnState(ports)
  writeEnvFiles(ports)
  const commands = commandsOf(ports)
  say('Starting the sandbox')
  const sandbox = await startWorker('sandbox', commands.sandbox, show)
  say('Writing the documents and bundling the office')
  writeDocsAssets()
  await buildOffice()
  await bringDatabase(ports, say)
  say('Starting the API')
  const api = await startWorker('api', commands.api, show)
  await api.untilItAnswers(`${apiAddress(ports)}/api/v1/health`)
  await sandbox.untilItAnswers(`${sandboxAddress(ports)}/health`)
  startClock(ports)
  return { ended: Promise.race([api.ended, sandbox.ended]) }
}

/** Makes the database with the demo data, or brings the present one up to date. */
async function bringDatabase(ports: Ports, say: Say): Promise<void> {
  const state = stateFolder(ports)
  const { isAbsent, isBehind, isWithoutDemo } = lookAtDatabase(state)
  if (isBehind) {
    say('Applying the migrations to the local database')
    await finish(wrangler(...commandsOf(ports).migrate), 'wrangler d1 migrations apply')
  }
  if (isAbsent) say('Making the local database with the demo data')
  else if (isBehind || isWithoutDemo) say('Putting in the demo data, if it is not there yet')
  else return
  await finish(startNode(['scripts/seed.ts']), 'scripts/seed.ts')
}

/** Takes the lock on the server's data. The port of a server that is only starting is still free, but its data is locked. */
function requireOwnState(ports: Ports): void {
  try {
    lockState(stateFolder(ports))
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new Error(
      `Another server with PORT=${ports.api} is starting or stopping. Wait for it, or set PORT to another port.`,
    )
  }
}

/**
 * Calls the crons, which do not fire by themselves in `wrangler dev`. Those of every minute are called every five
 * seconds, so that nobody waits; the next call catches up on a missed one.
 */
function startClock(ports: Ports): void {
  for (const cron of Object.keys(CRON)) {
    const address = `${apiAddress(ports)}/cdn-cgi/handler/scheduled?${new URLSearchParams({ cron })}`
    setInterval(() => isAnswering(address), cron === '* * * * *' ? 5000 : HOUR_MS).unref()
  }
}

async function startWorker(name: string, command: string[], show: Say) {
  const inspectorPort = (name === 'api' && process.env.DEBUG_PORT) || String(await findFreePort())
  const child = wrangler(...command, '--inspector-port', inspectorPort, '--show-interactive-dev-session=false')
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

/** Refuses to go on if the sandbox is another server's, or does not run. */
export async function requireSandboxOf(ports: Ports): Promise<void> {
  const health = await fetch(`${sandboxAddress(ports)}/health`).then(
    (answer) => answer.json().catch(() => null),
    () => null,
  )
  if ((health as { market?: string } | null)?.market === apiAddress(ports)) return
  throw new Error(
    `A server runs on port ${ports.api}, but its sandbox is not on port ${ports.sandbox}. Set SANDBOX_PORT as npm run dev has it.`,
  )
}

export const isAnswering = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(30_000) }).then(
    (answer) => answer.text().then(() => answer.ok),
    () => false,
  )

/** Lines that nobody needs: the clock's calls, the sandbox page's refreshes, and wrangler's small talk. */
const NOISE =
  /cdn-cgi|\/health |GET \/(inbox|phones|callbacks|faults|movements)|^\s*$|^[╭│╰⎔]|Ready on|compatibility|^- |Detected changes/
const isWorthShowing = (line: string) => !NOISE.test(line)
