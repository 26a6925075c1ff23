import { createHash, createHmac } from 'node:crypto'
import type { MovementKind, SignedRequest } from '#providers/pawapay.ts'
import type { Callback, Claim } from '../gateways/movements.ts'
import type { Simulation } from '../simulation.ts'
import { PUBLIC, WEBHOOK_SECRET } from './gateways.ts'
import { rowOf } from './mbiyopay-server.ts'
import { bodyOfA } from './pawapay-server.ts'

/* The signatures are made as `crypto.ts` verifies them: with one secret instead of a pair of keys. */

const KEY = Buffer.from('the key of simulated gateway A..')
export const PUBLIC_KEY = [{ id: 'HTTP_EC_P256_KEY:1', key: KEY.toString('base64') }]

/** A callback as its gateway sends it over HTTP. */
export function requestOf(simulation: Simulation, { gateway, kind, claim }: Callback): SignedRequest {
  if (gateway === 'A') return requestOfA(simulation, kind as MovementKind, claim)
  const movement = simulation.gateways.movements.get(claim.id)
  const row = { ...rowOf(movement, claim.reading), order_id: claim.id, transaction_id: claim.transactionId }
  const body = Uint8Array.from(Buffer.from(JSON.stringify(row)))
  const headers = new Headers({ 'content-type': 'application/json' })
  const secret = claim.verdict === 'verified' ? WEBHOOK_SECRET : 'a guess'
  if (claim.verdict !== 'unsigned') headers.set('signature', createHmac('sha256', secret).update(body).digest('hex'))
  return { method: 'POST', url: `${PUBLIC}/api/v1/gatewayB/callbacks`, headers, body }
}

function requestOfA({ now }: Simulation, kind: MovementKind, { id, reading, verdict }: Claim): SignedRequest {
  const path = `/api/v1/gatewayA/callbacks/${kind}s`
  const body = Uint8Array.from(Buffer.from(JSON.stringify(bodyOfA(kind, id, reading))))
  const headers = new Headers({ 'content-type': 'application/json' })
  const request = { method: 'POST', url: PUBLIC + path, headers, body }
  if (verdict === 'unsigned') return request
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const created = Math.floor(now / 1000)
  const params = `("@method" "@authority" "@path" "content-digest");alg="ecdsa-p256-sha256";keyid="${PUBLIC_KEY[0]?.id}";created=${created};expires=${created + 60}`
  const base = [
    '"@method": POST',
    `"@authority": ${new URL(PUBLIC).host}`,
    `"@path": ${path}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${params}`,
  ].join('\n')
  const half = createHmac('sha256', verdict === 'verified' ? KEY : 'a guess')
    .update(base)
    .digest()
  headers.set('content-digest', digest)
  headers.set('signature-input', `sig-pp=${params}`)
  headers.set('signature', `sig-pp=:${Buffer.concat([half, half]).toString('base64')}:`)
  return request
}
