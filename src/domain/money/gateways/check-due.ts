import type { Ctx } from '../../core/context.ts'
import { pollGateway } from './poll.ts'
import { selectDueForCheck } from './queries.ts'

const BATCH = 25

/**
 * The sweep: asks about everything that is not final and whose time has come, and makes the calls that a crash kept from
 * being made (docs/gateways.md, Asking again). Running twice at once is harmless: sending is claimed, applying happens once.
 */
export async function checkDue(ctx: Ctx): Promise<number> {
  const due = await selectDueForCheck(ctx, BATCH)
  const results = await Promise.allSettled(due.map((tx) => pollGateway(ctx, tx)))
  for (const result of results) {
    if (result.status === 'rejected')
      console.error('a gateway check failed', result.reason instanceof Error ? result.reason.name : 'error')
  }
  return due.length
}
