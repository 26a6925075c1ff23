/** `npm run demo`: the whole story over HTTP, each step a line. Starts the servers itself when none is running. */
import { checkBooks, payOut } from './demo/books.ts'
import { deliverOrder } from './demo/delivery.ts'
import { buyInKigali } from './demo/kigali.ts'
import { openShop } from './demo/opening.ts'
import type { Stage } from './demo/people.ts'
import { buyCheese } from './demo/purchase.ts'
import { refuseOrder } from './demo/refusal.ts'
import { withdrawEarnings } from './demo/withdrawal.ts'
import { connectWorld } from './demo/world.ts'
import { apiAddress, readPorts, sandboxAddress } from './dev/environment.ts'
import { isAnswering, startServers } from './dev/servers.ts'
import { endAll, endAllOnSignal } from './dev/wrangler.ts'

async function tell(stage: Stage): Promise<void> {
  const offer = await openShop(stage)
  const purchase = await buyCheese(stage, offer)
  await deliverOrder(stage, offer, purchase)
  await withdrawEarnings(stage, offer.seller)
  await refuseOrder(offer, purchase)
  await buyInKigali(stage)
  await payOut(stage)
  await checkBooks(stage)
}

endAllOnSignal(130)
try {
  const ports = readPorts()
  const say = (step: string) => console.log(`  ${step}…`)
  if (!(await isAnswering(`${apiAddress(ports)}/api/v1/health`))) await startServers(ports, say, () => {})
  const startedAt = Date.now()
  await tell({ api: apiAddress(ports), world: connectWorld(sandboxAddress(ports)) })
  console.log(`\nTout s’est bien passé, en ${Math.round((Date.now() - startedAt) / 1000)} s.`)
} catch (error) {
  console.error(`\n   ✗ ${error instanceof Error ? `${error.message} ${describe(error)}` : error}`)
  process.exitCode = 1
} finally {
  await endAll()
}

/** A refusal of the service says more than its sentence. */
function describe(error: Error): string {
  const { status, code, reason, details } = error as {
    status?: number
    code?: string
    reason?: string
    details?: unknown[]
  }
  return status === undefined
    ? ''
    : `(${[status, code, reason].filter(Boolean).join(' ')}${details?.length ? ` ${JSON.stringify(details)}` : ''})`
}
