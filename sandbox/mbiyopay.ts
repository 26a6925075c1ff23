import type { Context } from 'hono'
import { Hono } from 'hono'
import { withFaults } from './fault-injection.ts'
import { type Faults, lastingFaults } from './faults.ts'
import { fieldErrors, type Payment, paymentOf } from './mbiyopay-checks.ts'
import { transactionView } from './mbiyopay-view.ts'
import { hasFault, listMovements, recordMovement } from './movements.ts'
import type { RouteEnv, Sandbox } from './sandbox.ts'
import { startMovement } from './settle.ts'

const error = (status: number, message: string, data: object = {}) =>
  Response.json({ status: 'error', message, data }, { status })
const serverError = () => error(500, 'Server Error')

async function accept(sandbox: Sandbox, kind: 'payin' | 'payout', payment: Payment, faults: Faults): Promise<Response> {
  const known = faults.has('duplicate') && listMovements(sandbox, { gateway: 'B', reference: payment.order_id })[0]
  if (known) return Response.json({ status: 'success', message: 'Transaction initiated', data: transactionView(known) })
  const movement = recordMovement(sandbox, {
    // The gateway chooses the id. order_id is no idempotency key: two requests with one order_id make two transactions.
    id: `MBY-${crypto.randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`,
    gateway: 'B',
    kind,
    phone: payment.metadata.phone_number.replace('+', ''),
    network: payment.metadata.network,
    country: payment.metadata.country_code,
    amount: String(payment.amount),
    currency: payment.currency,
    reference: payment.order_id,
    callbackUrl: payment.callback_url,
    depositId: null,
    echo: JSON.stringify(payment.metadata),
    faults: lastingFaults(faults),
  })
  const data = transactionView({ ...movement, faults: '' })
  await startMovement(sandbox, movement)
  return Response.json({ status: 'success', message: 'Transaction initiated', data })
}

async function create(c: Context<RouteEnv>, kind: 'payin' | 'payout'): Promise<Response> {
  const payment = paymentOf(await c.req.json().catch(() => undefined))
  if (!payment.success) return error(422, 'The given data was invalid.', fieldErrors(payment.error))
  return withFaults(c.env.sandbox, 'B', kind, {
    act: (faults) => {
      if (payment.data.metadata.phone_number.endsWith('059')) return error(400, 'Payment refused by the operator.')
      return accept(c.env.sandbox, kind, payment.data, faults)
    },
    serverError,
    refused: (failureCode) => error(400, failureCode ?? 'Payment refused by the operator.'),
  })
}

const positive = (text: string | undefined, other: number) => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : other
}

/** Gateway B, as five published integrations use it. */
export const mbiyopay = new Hono<RouteEnv>()
  .use(async (c, next) => {
    if (c.req.header('authorization') === `Bearer ${c.env.sandbox.settings.MBIYOPAY_SECRET_KEY}`) return next()
    return error(401, 'Unauthenticated.')
  })
  .post('/payin', (c) => create(c, 'payin'))
  .post('/payout', (c) => create(c, 'payout'))
  .get('/transactions', (c) =>
    withFaults(c.env.sandbox, 'B', 'read', {
      act: (faults) => {
        const { order_id: reference, page: pageText, per_page: perPageText } = c.req.query()
        const page = positive(pageText, 1)
        // With this fault, order_id does not filter, and a page holds two, whatever size was asked for.
        const isShort = faults.has('shortPages')
        const perPage = isShort ? 2 : Math.min(positive(perPageText, 20), 100)
        const known = listMovements(c.env.sandbox, { gateway: 'B', ...(reference && !isShort && { reference }) })
        const all = known.filter((movement) => !hasFault(movement, 'unlisted'))
        const data = all
          .slice((page - 1) * perPage, page * perPage)
          .map((movement) => transactionView(movement, { report: 'statusRead', extraFaults: lastingFaults(faults) }))
        const meta = { current_page: page, per_page: perPage, total: all.length }
        return c.json({ status: 'success', message: 'Transactions retrieved', data, meta })
      },
      serverError,
      refused: () => error(403, 'Forbidden.'),
    }),
  )
  .get('/transactions/:id', (c) =>
    withFaults(c.env.sandbox, 'B', 'read', {
      act: (faults) => {
        const movement = c.env.sandbox.rows<Parameters<typeof transactionView>[0]>(
          `SELECT * FROM movement WHERE gateway = 'B' AND id = ?`,
          c.req.param('id'),
        )[0]
        if (!movement) return error(404, 'Transaction not found.')
        const data = transactionView(movement, { report: 'statusRead', extraFaults: lastingFaults(faults) })
        return c.json({ status: 'success', message: 'Transaction retrieved', data })
      },
      serverError,
      refused: () => error(404, 'Transaction not found.'),
    }),
  )
