/** `npm run demo`: plays the whole story over HTTP, one line for each step, and starts the servers of PORT if they do not run. */
import { connectService } from './demo/connect.ts'
import { tell } from './demo/story.ts'
import { apiAddress, readPorts, sandboxAddress } from './dev/environment.ts'
import { isAnswering, requireSandboxOf, startServers } from './dev/servers.ts'
import { endAll, endAllOnSignal } from './dev/wrangler.ts'

endAllOnSignal(130)
try {
  const ports = readPorts()
  const say = (step: string) => console.log(`  ${step}…`)
  if (await isAnswering(`${apiAddress(ports)}/api/v1/health`)) await requireSandboxOf(ports)
  else await startServers(ports, say, () => {})
  const startedAt = Date.now()
  await tell({ api: apiAddress(ports), service: connectService(sandboxAddress(ports)) })
  console.log(`\nTout s’est bien passé, en ${Math.round((Date.now() - startedAt) / 1000)} s.`)
} catch (error) {
  console.error(`\n   ✗ ${error instanceof Error ? `${error.message}${describe(error)}` : error}`)
  process.exitCode = 1
} finally {
  await endAll()
}

/** The details of a refusal of the service, beside its sentence. */
function describe(error: Error): string {
  const { status, code, reason, details } = error as {
    status?: number
    code?: string
    reason?: string
    details?: unknown[]
  }
  return status === undefined
    ? ''
    : ` (${[status, code, reason].filter(Boolean).join(' ')}${details?.length ? ` ${JSON.stringify(details)}` : ''})`
}
