import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Sandbox } from './app.ts'
import { deliver, listCallbacks, signCallback } from './callbacks.ts'
import { MOVEMENT_FAULTS } from './faults.ts'
import type { Movement } from './movements.ts'
import { findMovement, listMovements, wordOf } from './movements.ts'
import { type Settled, settle } from './settle.ts'
import type { World } from './world.ts'

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
  status: wordOf(movement),
  failureCode: movement.failureCode,
  createdAt: new Date(movement.createdAt).toISOString(),
  updatedAt: new Date(movement.updatedAt).toISOString(),
})

type Verdict = 'succeeded' | 'failed'
type Wish = { failureCode: string | null; faults: string[] }

/** What may come with a verdict: why it is refused, and faults of its callback. */
async function wishOf(c: Context<Sandbox>): Promise<Wish> {
  const body: Record<string, unknown> = await c.req.json().catch(() => ({}))
  const faults = Array.isArray(body.faults) ? body.faults.filter((fault) => MOVEMENT_FAULTS.includes(fault)) : []
  return { failureCode: typeof body.failureCode === 'string' ? body.failureCode : null, faults }
}

const end = (world: World, movement: Movement, verdict: Verdict, { failureCode, faults }: Wish) => {
  const usual =
    movement.kind === 'deposit' || movement.kind === 'payin' ? 'PAYMENT_NOT_APPROVED' : 'UNSPECIFIED_FAILURE'
  return settle(world, movement, verdict, failureCode ?? usual, faults)
}

async function endOne(c: Context<Sandbox>, verdict: Verdict): Promise<Response> {
  const { world } = c.env
  const movement = findMovement(world, c.req.param('id') ?? '')
  if (!movement) return c.json({ error: 'Nobody knows this movement.' }, 404)
  const settled = await end(world, movement, verdict, await wishOf(c))
  return settled ? c.json(settled) : c.json({ error: 'It has already ended.', status: wordOf(movement) }, 409)
}

async function endAll(c: Context<Sandbox>, verdict: Verdict): Promise<Response> {
  const { world } = c.env
  const wish = await wishOf(c)
  const waiting = listMovements(world, { phone: digits(c.req.param('phone') ?? ''), state: 'waiting' })
  const settled: (Settled & { id: string })[] = []
  // Oldest first, one at a time: the order in which the person was asked.
  for (const movement of waiting.reverse()) {
    const done = await end(world, movement, verdict, wish)
    if (done) settled.push({ id: movement.id, ...done })
  }
  return c.json({ settled })
}

/** What the tests, the demo and the page do to the world. */
export const control = new Hono<Sandbox>()
  .get('/phones', (c) => c.json(listMovements(c.env.world, { state: 'waiting' }).map(show)))
  .get('/movements', (c) => {
    const { phone, reference } = c.req.query()
    const filter = { ...(phone && { phone: digits(phone) }), ...(reference && { reference }) }
    return c.json(listMovements(c.env.world, filter).map(show))
  })
  .post('/movements/:id/approve', (c) => endOne(c, 'succeeded'))
  .post('/movements/:id/refuse', (c) => endOne(c, 'failed'))
  .post('/phones/:phone/approve', (c) => endAll(c, 'succeeded'))
  .post('/phones/:phone/refuse', (c) => endAll(c, 'failed'))
  .post('/movements/:id/resend-callback', async (c) => {
    const movement = findMovement(c.env.world, c.req.param('id'))
    if (!movement) return c.json({ error: 'Nobody knows this movement.' }, 404)
    const status = await deliver(c.env.world, movement, movement.state, 1)
    return c.json({ status: wordOf(movement), callback: { status } })
  })
  .post('/movements/:id/sign-callback', async (c) => {
    const movement = findMovement(c.env.world, c.req.param('id'))
    if (!movement) return c.json({ error: 'Nobody knows this movement.' }, 404)
    return c.json(await signCallback(c.env.world, movement, await c.req.json().catch(() => ({}))))
  })
  .get('/callbacks', (c) =>
    c.json(
      listCallbacks(c.env.world).map((sent) => ({
        ...sent,
        body: JSON.parse(sent.body),
        at: new Date(sent.at).toISOString(),
      })),
    ),
  )
  .post('/reset', (c) => {
    c.env.world.forgetEverything()
    return c.json({ status: 'ok' })
  })
