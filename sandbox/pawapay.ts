import type { Context } from 'hono'
import { Hono } from 'hono'
import { deliver } from './callbacks.ts'
import { withFaults } from './fault-injection.ts'
import { type Faults, lastingFaults } from './faults.ts'
import type { Movement } from './movements.ts'
import { findMovement, recordMovement, statusOf } from './movements.ts'
import { type Body, bodyOf, Refusal } from './pawapay-checks.ts'
import { depositOf, idOf, payoutOf, type RequestedMovement, refundOf } from './pawapay-requests.ts'
import { idField, type PawapayKind, viewOf } from './pawapay-view.ts'
import type { RouteEnv, Sandbox } from './sandbox.ts'
import { reread, settle, startMovement } from './settle.ts'

const KINDS = { deposits: 'deposit', payouts: 'payout', refunds: 'refund' } as const
const READ = { deposit: depositOf, payout: payoutOf, refund: refundOf }

const reason = (failureCode: string, failureMessage: string) => ({ failureReason: { failureCode, failureMessage } })
const serverError = () => Response.json(reason('UNKNOWN_ERROR', 'Unable to process request.'), { status: 500 })
const refusal = (kind: PawapayKind, id: string | null, { http, failureCode, message }: Refusal) =>
  Response.json({ [idField(kind)]: id, status: 'REJECTED', ...reason(failureCode, message) }, { status: http })

const acknowledge = (movement: Movement, status: string) =>
  Response.json({
    [idField(movement.kind)]: movement.id,
    status,
    created: new Date(movement.createdAt).toISOString(),
  })

async function accept(
  sandbox: Sandbox,
  kind: PawapayKind,
  accepted: RequestedMovement,
  faults: Faults,
): Promise<Response> {
  const movement = recordMovement(sandbox, {
    ...accepted,
    gateway: 'A',
    kind,
    callbackUrl: new URL(`/api/v1/gatewayA/callbacks/${kind}s`, sandbox.settings.MARKET_BASE_URL).href,
    faults: lastingFaults(faults),
  })
  await startMovement(sandbox, movement)
  return acknowledge(movement, faults.has('duplicate') ? 'DUPLICATE_IGNORED' : 'ACCEPTED')
}

async function create(c: Context<RouteEnv>, kind: PawapayKind): Promise<Response> {
  const { sandbox } = c.env
  let id: string | null = null
  try {
    const body: Body = bodyOf(await c.req.json().catch(() => undefined))
    id = idOf(body, kind)
    return await withFaults(sandbox, 'A', kind, {
      act: (faults) => {
        // Only the id counts: the other fields are not compared with the first request.
        const known = find(sandbox, kind, String(id))
        if (known) return acknowledge(known, 'DUPLICATE_IGNORED')
        const accepted = READ[kind](sandbox, body)
        if (faults.has('outOfFunds')) {
          throw new Refusal(200, 'PAWAPAY_WALLET_OUT_OF_FUNDS', 'Your wallet does not have enough funds.')
        }
        return accept(sandbox, kind, accepted, faults)
      },
      serverError,
      refused: (failureCode) =>
        refusal(kind, id, new Refusal(200, failureCode ?? 'PROVIDER_TEMPORARILY_UNAVAILABLE', 'Refused on request.')),
    })
  } catch (error) {
    if (error instanceof Refusal) return refusal(kind, id, error)
    throw error
  }
}

const find = (sandbox: Sandbox, kind: PawapayKind, id: string) => {
  const movement = findMovement(sandbox, id.toLowerCase())
  return movement?.kind === kind && movement.gateway === 'A' ? movement : undefined
}

const read = (c: Context<RouteEnv>, kind: PawapayKind, id: string) =>
  withFaults(c.env.sandbox, 'A', 'read', {
    act: (faults) => {
      const movement = find(c.env.sandbox, kind, id)
      if (!movement) return c.json({ status: 'NOT_FOUND' })
      return c.json({
        status: 'FOUND',
        data: viewOf(movement, { report: 'statusRead', extraFaults: lastingFaults(faults) }),
      })
    },
    serverError,
    refused: () => c.json({ status: 'NOT_FOUND' }),
  })

/** Sends the last callback again. */
async function resend(c: Context<RouteEnv>, kind: PawapayKind, id: string): Promise<Response> {
  const movement = find(c.env.sandbox, kind, id)
  if (!movement) return c.json({ [idField(kind)]: id, status: 'REJECTED', ...reason('NOT_FOUND', 'Not found.') })
  if (movement.state === 'waiting') {
    return c.json({ [idField(kind)]: id, status: 'REJECTED', ...reason('INVALID_STATE', 'It is not final yet.') })
  }
  await deliver(c.env.sandbox, movement, movement.state, 1)
  return acknowledge(movement, 'ACCEPTED')
}

export const pawapay = new Hono<RouteEnv>()

pawapay.use(async (c, next) => {
  const authorization = c.req.header('authorization')
  // This path alone needs no token.
  if (c.req.path.endsWith('/public-key/http')) return next()
  if (!authorization) return c.json(reason('NO_AUTHENTICATION', 'We did not find the API token.'), 401)
  if (authorization !== `Bearer ${c.env.sandbox.settings.PAWAPAY_TOKEN}`) {
    return c.json(reason('AUTHENTICATION_ERROR', 'The API token is not valid.'), 403)
  }
  return next()
})

for (const [path, kind] of Object.entries(KINDS)) {
  pawapay.post(`/${path}`, (c) => create(c, kind))
  pawapay.get(`/${path}/:id`, (c) => read(c, kind, c.req.param('id')))
  pawapay.post(`/${path}/resend-callback/:id`, (c) => resend(c, kind, c.req.param('id')))
}

pawapay.post('/payouts/fail-enqueued/:id', async (c) => {
  const { sandbox } = c.env
  const movement = find(sandbox, 'payout', c.req.param('id'))
  if (!movement)
    return c.json({ payoutId: c.req.param('id'), status: 'REJECTED', ...reason('NOT_FOUND', 'Not found.') })
  if (statusOf(movement) !== 'ENQUEUED') {
    const why = reason('INVALID_STATE', 'Only an enqueued payout can be failed.')
    return c.json({ payoutId: movement.id, status: 'REJECTED', ...why })
  }
  await settle(sandbox, movement, 'failed', 'MANUALLY_CANCELLED')
  return acknowledge(reread(sandbox, movement), 'ACCEPTED')
})
