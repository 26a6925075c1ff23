import { encode, hex } from './bytes.ts'
import { callbackRequest } from './callback-request.ts'
import { transactionView } from './mbiyopay-view.ts'
import type { Movement } from './movements.ts'
import { hasFault } from './movements.ts'
import type { MovementState, Sandbox } from './sandbox.ts'

async function hmacHex(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign'])
  return hex(await crypto.subtle.sign('HMAC', key, encode(text)))
}

const flatView = (movement: Movement, report: MovementState): string => {
  const { payment_method, redirect_url, ...flat } = transactionView(movement, { report })
  return JSON.stringify(flat)
}

/** Makes gateway B's webhook: the flat transaction, or `body`. Its bytes are signed with the shared secret, without a time. */
export async function mbiyopayCallback(
  sandbox: Sandbox,
  movement: Movement,
  state: MovementState,
  body = flatView(movement, state),
) {
  const secret = hasFault(movement, 'forged') ? 'not-the-secret' : sandbox.settings.MBIYOPAY_WEBHOOK_SECRET
  const headers = { 'content-type': 'application/json', Signature: await hmacHex(secret, body) }
  return { request: callbackRequest(movement.callbackUrl, body, headers), body }
}
