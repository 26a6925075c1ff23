import { mbiyopayCallback } from './mbiyopay-callback.ts'
import type { Movement, State } from './movements.ts'
import { hasFault } from './movements.ts'
import { pawapayCallback } from './pawapay-callback.ts'
import type { World } from './world.ts'

export type SentCallback = { movementId: string; url: string; body: string; status: number | null; at: number }

/** How long after an attempt that was not answered 200 the next one comes; then it is given up. */
const RETRY_AFTER_MS = [2_000, 10_000, 30_000]

/**
 * The callback of a movement as its gateway would sign it now, for somebody else to send.
 * @param wish to another address, or saying something else than the movement, under a true signature
 */
export async function signCallback(world: World, movement: Movement, wish: { url?: string; body?: string }) {
  const make = movement.gateway === 'A' ? pawapayCallback : mbiyopayCallback
  const sent = { ...movement, callbackUrl: wish.url ?? movement.callbackUrl }
  const { request, body } = await make(world, sent, movement.state, wish.body)
  return { url: request.url, headers: Object.fromEntries(request.headers), body }
}

/**
 * Sends one callback, signed as its gateway signs, and logs it.
 * @returns the HTTP status of the answer, null when none came
 */
export async function deliver(world: World, movement: Movement, said: State, attempt: number): Promise<number | null> {
  const { request, body } = await (movement.gateway === 'A' ? pawapayCallback : mbiyopayCallback)(world, movement, said)
  const status = await send(world, request)
  world.run(
    'INSERT INTO callback (movementId, url, body, status, at) VALUES (?, ?, ?, ?, ?)',
    movement.id,
    request.url,
    body,
    status,
    Date.now(),
  )
  const retryAfterMs = RETRY_AFTER_MS[attempt - 1]
  // A forged callback must be refused, and nobody honest would send it again.
  if (status !== 200 && retryAfterMs !== undefined && !hasFault(movement, 'forged')) {
    await world.later(retryAfterMs, { movementId: movement.id, state: said, attempt: attempt + 1 })
  }
  return status
}

export async function redeliver(world: World, movement: Movement, said: State, attempt: number): Promise<void> {
  await deliver(world, movement, said, attempt)
}

async function send(world: World, request: Request): Promise<number | null> {
  try {
    const { PRIMARY } = world.settings
    const answer = await (PRIMARY ? PRIMARY.fetch(request) : fetch(request))
    // The body is read to its end, or the connection would stay open.
    await answer.text()
    return answer.status
  } catch {
    return null
  }
}

/** Newest first, at most 200. */
export const listCallbacks = (world: World) =>
  world.rows<SentCallback>('SELECT movementId, url, body, status, at FROM callback ORDER BY seq DESC LIMIT 200')
