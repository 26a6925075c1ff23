import type { Context } from 'hono'
import { Hono } from 'hono'
import { deliver, listCallbacks, signCallback } from './callbacks.ts'
import { MOVEMENT_FAULTS } from './faults.ts'
import type { Movement } from './movements.ts'
import { findMovement, listMovements, statusOf } from './movements.ts'
import type { RouteEnv, Sandbox } from './sandbox.ts'
import { type Settlement, settle, turn } from './settle.ts'

const digits = (phone: string) => phone.trim().replace(/^\+/, '')

const show = (movement: Movement) => ({
  gateway: movement.gateway,
  kind: movement.kind,
  id: movement.id,
  reference: movement.reference,
  phone: movement.phone,
  network: movement.network,
  amount: movement.amount,
  currency: movement.currency,
  status: statusOf(movement),
  failureCode: movement.failureCode,
  createdAt: new Date(movement.createdAt).toISOString(),
  updatedAt: new Date(movement.updatedAt).toISOString(),
})

const STATES = ['waiting', 'succeeded', 'failed'] as const
const isState = (word: unknown): word is (typeof STATES)[number] => STATES.some((state) => state === word)

type Outcome = 'succeeded' | 'failed'
type Options = { failureCode: string | null; faults: string[] }

/** The options that a request may give beside the outcome: the reason of a failure, and faults of the callback. */
async function optionsOf(c: Context<RouteEnv>): Promise<Options> {
  const body: Record<string, unknown> = await c.req.json().catch(() => ({}))
  const faults = Array.isArray(body.faults) ? body.faults.filter((fault) => MOVEMENT_FAULTS.includes(fault)) : []
  return { failureCode: typeof body.failureCode === 'string' ? body.failureCode : null, faults }
}

const settleAs = (sandbox: Sandbox, movement: Movement, outcome: Outcome, { failureCode, faults }: Options) => {
  const usual =
    movement.kind === 'deposit' || movement.kind === 'payin' ? 'PAYMENT_NOT_APPROVED' : 'UNSPECIFIED_FAILURE'
  return settle(sandbox, movement, outcome, failureCode ?? usual, faults)
}

async function settleOne(c: Context<RouteEnv>, outcome: Outcome): Promise<Response> {
  const { sandbox } = c.env
  const movement = findMovement(sandbox, c.req.param('id') ?? '')
  if (!movement) return c.json({ error: 'There is no such movement.' }, 404)
  const settled = await settleAs(sandbox, movement, outcome, await optionsOf(c))
  return settled ? c.json(settled) : c.json({ error: 'It has already ended.', status: statusOf(movement) }, 409)
}

async function settleAll(c: Context<RouteEnv>, outcome: Outcome): Promise<Response> {
  const { sandbox } = c.env
  const options = await optionsOf(c)
  const waiting = listMovements(sandbox, { phone: digits(c.req.param('phone') ?? ''), state: 'waiting' })
  const settled: (Settlement & { id: string })[] = []
  // Oldest first, one at a time, in the order in which the requests came to the phone.
  for (const movement of waiting.reverse()) {
    const done = await settleAs(sandbox, movement, outcome, options)
    if (done) settled.push({ id: movement.id, ...done })
  }
  return c.json({ settled })
}

/** The controls, with which the tests, the demo and the sandbox's page act for the people at the phones. */
export const control = new Hono<RouteEnv>()
  .get('/phones', (c) => c.json(listMovements(c.env.sandbox, { state: 'waiting' }).map(show)))
  .get('/movements', (c) => {
    const { phone, reference } = c.req.query()
    const filter = { ...(phone && { phone: digits(phone) }), ...(reference && { reference }) }
    return c.json(listMovements(c.env.sandbox, filter).map(show))
  })
  .post('/movements/:id/approve', (c) => settleOne(c, 'succeeded'))
  .post('/movements/:id/refuse', (c) => settleOne(c, 'failed'))
  .post('/movements/:id/turn', async (c) => {
    const { state } = await c.req.json<{ state: unknown }>()
    if (!isState(state)) return c.json({ error: `state is one of ${STATES.join(', ')}` }, 400)
    const movement = turn(c.env.sandbox, c.req.param('id'), state)
    return movement ? c.json(show(movement)) : c.json({ error: 'There is no such movement.' }, 404)
  })
  .post('/phones/:phone/approve', (c) => settleAll(c, 'succeeded'))
  .post('/phones/:phone/refuse', (c) => settleAll(c, 'failed'))
  .post('/movements/:id/resend-callback', async (c) => {
    const movement = findMovement(c.env.sandbox, c.req.param('id'))
    if (!movement) return c.json({ error: 'There is no such movement.' }, 404)
    const status = await deliver(c.env.sandbox, movement, movement.state, 1)
    return c.json({ status: statusOf(movement), callback: { status } })
  })
  .post('/movements/:id/sign-callback', async (c) => {
    const movement = findMovement(c.env.sandbox, c.req.param('id'))
    if (!movement) return c.json({ error: 'There is no such movement.' }, 404)
    return c.json(await signCallback(c.env.sandbox, movement, await c.req.json().catch(() => ({}))))
  })
  .get('/callbacks', (c) =>
    c.json(
      listCallbacks(c.env.sandbox).map((sent) => ({
        ...sent,
        body: JSON.parse(sent.body),
        at: new Date(sent.at).toISOString(),
      })),
    ),
  )
  .post('/reset', (c) => {
    c.env.sandbox.deleteEverything()
    return c.json({ status: 'ok' })
  })
