import { mbiyopayCallback } from './mbiyopay-callback.ts'
import type { Movement } from './movements.ts'
import { hasFault } from './movements.ts'
import { pawapayCallback } from './pawapay-callback.ts'
import type { MovementState, Sandbox } from './sandbox.ts'

export type SentCallback = { movementId: string; url: string; body: string; status: number | null; at: number }

/** The waits between the attempts of a callback that is not answered 200. After the last attempt the sandbox gives up. */
const RETRY_AFTER_MS = [2_000, 10_000, 30_000]

/**
 * Signs the callback of a movement as its gateway would sign it now, for the caller to send.
 * @param changes another address or another body, under a valid signature
 */
export async function signCallback(sandbox: Sandbox, movement: Movement, changes: { url?: string; body?: string }) {
  const makeCallback = movement.gateway === 'A' ? pawapayCallback : mbiyopayCallback
  const sent = { ...movement, callbackUrl: changes.url ?? movement.callbackUrl }
  const { request, body } = await makeCallback(sandbox, sent, movement.state, changes.body)
  return { url: request.url, headers: Object.fromEntries(request.headers), body }
}

/**
 * Sends one callback, signed as its gateway signs, and keeps it for the list.
 * @param state the state of the movement that the callback reports
 * @returns the HTTP status of the answer, null if none came
 */
export async function deliver(
  sandbox: Sandbox,
  movement: Movement,
  state: MovementState,
  attempt: number,
): Promise<number | null> {
  const makeCallback = movement.gateway === 'A' ? pawapayCallback : mbiyopayCallback
  const { request, body } = await makeCallback(sandbox, movement, state)
  const status = await send(sandbox, request)
  sandbox.run(
    'INSERT INTO callback (movementId, url, body, status, at) VALUES (?, ?, ?, ?, ?)',
    movement.id,
    request.url,
    body,
    status,
    Date.now(),
  )
  const retryAfterMs = RETRY_AFTER_MS[attempt - 1]
  // A forged callback must be refused, and no gateway would send it again.
  if (status !== 200 && retryAfterMs !== undefined && !hasFault(movement, 'forged')) {
    await sandbox.schedule(retryAfterMs, { movementId: movement.id, state, attempt: attempt + 1 })
  }
  return status
}

async function send(sandbox: Sandbox, request: Request): Promise<number | null> {
  try {
    const { PRIMARY } = sandbox.settings
    const answer = await (PRIMARY ? PRIMARY.fetch(request) : fetch(request))
    // The body is read to its end: otherwise the connection would stay open.
    await answer.text()
    return answer.status
  } catch {
    return null
  }
}

/** The callbacks that were sent, newest first, at most 200. */
export const listCallbacks = (sandbox: Sandbox) =>
  sandbox.rows<SentCallback>('SELECT movementId, url, body, status, at FROM callback ORDER BY seq DESC LIMIT 200')
