import { callbackRequest } from './callback-request.ts'
import type { Movement } from './movements.ts'
import { hasFault } from './movements.ts'
import { signatureHeaders } from './pawapay-signature.ts'
import { viewOf } from './pawapay-view.ts'
import type { MovementState, Sandbox } from './sandbox.ts'

/** Makes gateway A's callback: the movement, or `body`, signed as RFC 9421 says. */
export async function pawapayCallback(
  sandbox: Sandbox,
  movement: Movement,
  state: MovementState,
  body = JSON.stringify(viewOf(movement, { report: state })),
) {
  const headers = await signatureHeaders(sandbox, movement.callbackUrl, body, hasFault(movement, 'forged'))
  return { request: callbackRequest(movement.callbackUrl, body, headers), body }
}
