import { callbackRequest } from './callback-request.ts'
import type { Movement, State } from './movements.ts'
import { hasFault } from './movements.ts'
import { signatureHeaders } from './pawapay-signature.ts'
import { viewOf } from './pawapay-view.ts'
import type { World } from './world.ts'

/** Gateway A's callback: the movement, flat, or another body if one is given; signed per RFC 9421. */
export async function pawapayCallback(
  world: World,
  movement: Movement,
  said: State,
  body = JSON.stringify(viewOf(movement, { said })),
) {
  const headers = await signatureHeaders(world, movement.callbackUrl, body, hasFault(movement, 'forged'))
  return { request: callbackRequest(movement.callbackUrl, body, headers), body }
}
