import { connectService } from '../../scripts/demo/connect.ts'
import { beSilent } from '../../scripts/demo/narrator.ts'
import { tell } from '../../scripts/demo/story.ts'
import type { Stage } from './campaign.ts'
import type { Case } from './case.ts'
import { operationAt, operationsOf } from './document.ts'
import type { Findings } from './findings.ts'
import { secretFaults } from './oracle/secrets.ts'
import { shapeFaults } from './oracle/shape.ts'
import { read } from './send.ts'
import type { Tally } from './tally.ts'

/**
 * Plays the demo, so that orders, deliveries, wallets and payouts in every state are there to be asked about; its answers
 * are judged and its ids kept like those of any case.
 */
export async function playStory(stage: Stage, findings: Findings, tally: Tally): Promise<void> {
  const operations = operationsOf(stage.document)
  const real = globalThis.fetch
  const watched: typeof fetch = async (...args) => {
    const answer = await real(...args)
    const request = new Request(...args)
    const { pathname } = new URL(request.url)
    const operation = operationAt(operations, request.method, pathname)
    if (!operation || !request.url.startsWith(stage.service.api)) return answer
    const seen = await read(answer.clone())
    stage.pool.harvest(seen.body?.data, operation.path)
    const asked: Case = { operation, as: 'BUYER', address: pathname, headers: {} }
    tally.add(asked, seen, { told: true })
    for (const fault of [...shapeFaults(operation, stage.schemas, seen), ...secretFaults(asked, seen, stage.secrets)])
      findings.add({
        operation: operation.operationId,
        as: 'the story',
        fault,
        request: `${request.method} ${pathname}`,
        answer: seen,
      })
    return answer
  }
  beSilent()
  globalThis.fetch = watched
  // The demo waits for what the cron does.
  const clock = setInterval(() => stage.service.cron(), 2000)
  try {
    await tell({ api: new URL(stage.service.api).origin, service: connectService(stage.service.sandbox) })
  } finally {
    clearInterval(clock)
    globalThis.fetch = real
  }
}
