import { deliver } from './callbacks.ts'
import type { Movement } from './movements.ts'
import { automaticOutcome, findMovement, hasFault, isStuck, statusOf } from './movements.ts'
import type { MovementState, Sandbox } from './sandbox.ts'

export type Settlement = { status: string; callback: { status: number | null }; callbacks: { status: number | null }[] }

/** The states that the callbacks report, in order: the one true state, unless faults change that. */
function callbacksOf(movement: Movement, state: MovementState): MovementState[] {
  if (hasFault(movement, 'silent')) return []
  const states: MovementState[] = [state]
  if (hasFault(movement, 'answeredTwice')) states.push(state)
  if (hasFault(movement, 'callbacksReordered')) states.push('waiting')
  if (hasFault(movement, 'failedAfterCompleted')) states.push(state === 'succeeded' ? 'failed' : 'succeeded')
  return states
}

/** Changes the state that the gateway reports of a movement from now on, whatever it said before; no callback is sent. */
export const turn = (sandbox: Sandbox, id: string, state: MovementState): Movement | undefined =>
  sandbox.rows<Movement>(
    'UPDATE movement SET state = ?, failureCode = ?, updatedAt = ? WHERE id = ? RETURNING *',
    state,
    state === 'failed' ? 'UNSPECIFIED_FAILURE' : null,
    Date.now(),
    findMovement(sandbox, id)?.id ?? '',
  )[0]

/**
 * Ends a waiting movement and delivers its callbacks, one after the other, before it returns.
 * @returns undefined if it had already ended: of two calls at once, only one settles it
 */
export async function settle(
  sandbox: Sandbox,
  { id }: Movement,
  state: 'succeeded' | 'failed',
  failureCode: string | null,
  faults: string[] = [],
): Promise<Settlement | undefined> {
  const settled = sandbox.rows<Movement>(
    `UPDATE movement SET state = ?, failureCode = ?, faults = faults || ?, updatedAt = ?
     WHERE id = ? AND state = 'waiting' RETURNING *`,
    state,
    state === 'failed' ? (failureCode ?? 'PAYMENT_NOT_APPROVED') : null,
    faults.map((fault) => `,${fault}`).join(''),
    Date.now(),
    id,
  )[0]
  if (!settled) return undefined
  const callbacks: { status: number | null }[] = []
  for (const reported of callbacksOf(settled, state)) {
    callbacks.push({ status: await deliver(sandbox, settled, reported, 1) })
  }
  return { status: statusOf(settled), callback: callbacks[0] ?? { status: null }, callbacks }
}

/** Starts a movement that was accepted: it ends at once, ends later by itself, or waits for somebody. */
export async function startMovement(sandbox: Sandbox, movement: Movement): Promise<void> {
  const outcome = automaticOutcome(movement)
  if (hasFault(movement, 'callbackBeforeAnswer')) {
    await settle(sandbox, movement, outcome?.state ?? 'succeeded', outcome?.failureCode ?? null)
  } else if (outcome && !isStuck(movement) && !hasFault(movement, 'enqueued')) {
    await sandbox.schedule(sandbox.settleMs, { movementId: movement.id, state: null, attempt: 1 })
  }
}

/** The movement with its present state. */
export const reread = (sandbox: Sandbox, movement: Movement) => findMovement(sandbox, movement.id) ?? movement
