import { encode, hex } from './bytes.ts'
import { callbackRequest } from './callback-request.ts'
import { transactionView } from './mbiyopay-view.ts'
import type { Movement, State } from './movements.ts'
import { hasFault } from './movements.ts'
import type { World } from './world.ts'

async function hmacHex(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign'])
  return hex(await crypto.subtle.sign('HMAC', key, encode(text)))
}

const flatView = (movement: Movement, said: State): string => {
  const { payment_method, redirect_url, ...flat } = transactionView(movement, { said })
  return JSON.stringify(flat)
}

/** Gateway B's webhook: flat, or another body if one is given; its raw bytes signed with the shared secret, no time stamp. */
export async function mbiyopayCallback(world: World, movement: Movement, said: State, body = flatView(movement, said)) {
  const secret = hasFault(movement, 'forged') ? 'not-the-secret' : world.settings.MBIYOPAY_WEBHOOK_SECRET
  const headers = { 'content-type': 'application/json', Signature: await hmacHex(secret, body) }
  return { request: callbackRequest(movement.callbackUrl, body, headers), body }
}
