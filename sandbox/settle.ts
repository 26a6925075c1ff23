import { deliver } from './callbacks.ts'
import type { Movement, State } from './movements.ts'
import { endingOf, findMovement, hasFault, isStuck, wordOf } from './movements.ts'
import type { World } from './world.ts'

export type Settled = { status: string; callback: { status: number | null }; callbacks: { status: number | null }[] }

/** What the callbacks say, in their order: one truth, or what the faults make of it. */
function callbacksOf(movement: Movement, state: State): State[] {
  if (hasFault(movement, 'silent')) return []
  const states: State[] = [state]
  if (hasFault(movement, 'answeredTwice')) states.push(state)
  if (hasFault(movement, 'callbacksReordered')) states.push('waiting')
  if (hasFault(movement, 'failedAfterCompleted')) states.push(state === 'succeeded' ? 'failed' : 'succeeded')
  return states
}

/**
 * Ends a waiting movement and delivers its callbacks, one after the other, before it returns.
 * @returns undefined when it had already ended: of two that race, one settles
 */
export async function settle(
  world: World,
  { id }: Movement,
  state: 'succeeded' | 'failed',
  failureCode: string | null,
  faults: string[] = [],
): Promise<Settled | undefined> {
  const settled = world.rows<Movement>(
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
  for (const said of callbacksOf(settled, state)) callbacks.push({ status: await deliver(world, settled, said, 1) })
  return { status: wordOf(settled), callback: callbacks[0] ?? { status: null }, callbacks }
}

/** After a movement is accepted: it ends at once, later by itself, or waits for somebody. */
export async function startMovement(world: World, movement: Movement): Promise<void> {
  const ending = endingOf(movement)
  if (hasFault(movement, 'callbackBeforeAnswer')) {
    await settle(world, movement, ending?.state ?? 'succeeded', ending?.failureCode ?? null)
  } else if (ending && !isStuck(movement) && !hasFault(movement, 'enqueued')) {
    await world.later(world.settleMs, { movementId: movement.id, state: null, attempt: 1 })
  }
}

/** The movement as it is now. */
export const reread = (world: World, movement: Movement) => findMovement(world, movement.id) ?? movement
