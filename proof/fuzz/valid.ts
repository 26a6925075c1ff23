import { asJson, encode } from './bodies.ts'
import type { Case } from './case.ts'
import { type As, type Document, mayCall, type Operation } from './document.ts'
import { addressOf, parametersOf } from './parameters.ts'
import type { Scene } from './scenes.ts'
import type { Schemas } from './schemas.ts'
import { type Facts, suggestionsOf } from './suggest.ts'
import { inventValue } from './values.ts'

const TRIES = 20

/** Material that a case is made from. */
export type Material = { document: Document; schemas: Schemas; operation: Operation; as: As; facts: Facts }

/** A request that is as the document says it should be; undefined when none came out in some tries. */
export function validCase({ document, schemas, operation, as, facts }: Material): Case | undefined {
  const parameters = parametersOf(document, schemas, operation, facts)
  const { headers, path } = parameters
  const suggest = suggestionsOf(operation, facts, path.id)
  const made: Case = { operation, as, address: addressOf(operation, parameters), headers }
  if (!mayCall(operation.access, as)) made.mustAnswer = [as === 'guest' ? 401 : 403]
  const { body } = operation
  if (!body || (!body.required && facts.random.chance(0.1))) return made
  // Half of the cases are sensible all through, so that something comes of them.
  const trust = facts.random.chance(0.5) ? 1 : 0.6
  for (let tries = 0; tries < TRIES; tries++) {
    const value = consistent(operation, inventValue(document, body.schema, facts.random, suggest, { trust }), facts)
    const encoded = schemas.isValidBody(operation, asJson(value)) && encode(body.type, value)
    if (encoded) return { ...made, value, body: encoded.body, headers: { ...headers, ...encoded.headers } }
  }
  return undefined
}

/** A request whose state was made for it, as the table has it or saying more than it must. */
export function stagedCase({ document, schemas, operation, as, facts }: Material, scene: Scene): Case {
  const { body, parameters } = operation
  const { random } = facts
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key') && random.chance(0.15)
  const headers = { ...(takesKey && { 'idempotency-key': `fuzz-${facts.next()}` }), ...scene.headers }
  const made: Case = { operation, as, ...scene, headers }
  if (body?.type !== 'application/json' || typeof scene.value !== 'object' || random.chance(0.5)) return made
  const more = inventValue(document, body.schema, random, suggestionsOf(operation, facts), { trust: 1 })
  const value = { ...(more as object), ...scene.value }
  const encoded = schemas.isValidBody(operation, value) && encode(body.type, value)
  return encoded ? { ...made, value, body: encoded.body } : made
}

/** Things that must fit each other, so that some requests get through: a shop and what it sells. */
function consistent({ operationId }: Operation, value: unknown, { random, pool, caller, account }: Facts): unknown {
  const recalled = caller?.recall[operationId]
  if (recalled) return random.chance(0.7) ? { ...(value as object), ...recalled } : value
  if (operationId === 'loginPassword' && account && random.chance(0.7)) return account
  const kind =
    operationId === 'placeOrder' ? 'offer' : /^(subscribe|upgradeSubscription)$/.test(operationId) ? 'price' : ''
  const known = random.chance(0.8) ? pool.one(kind, random) : undefined
  if (!known) return value
  const { variantId, planId, ...same } = JSON.parse(known)
  const items = variantId && { items: [{ variantId, quantity: 1 + random.below(2) }] }
  const plan = planId && { [operationId === 'subscribe' ? 'planId' : 'newPlanId']: planId }
  return { ...(value as object), ...same, ...items, ...plan }
}
