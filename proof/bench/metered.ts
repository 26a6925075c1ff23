// @ts-expect-error: the built Worker, put beside this one when it is loaded
import * as market from './index.js'
import type { Statement, Step } from './recording.ts'

/**
 * The built Worker with an ear on everything it does outside: each trip to D1 with its SQL and the rows it read and
 * wrote, Durable Objects included, and each call. Bound statements tell no rows of `raw()`, so it listens one level lower,
 * where the binding speaks to the database.
 */
let steps: Step[] = []
let isAnswered = false

type Inside = { fetcher: { fetch: typeof fetch } }
type Metered = D1Database & Inside & { alwaysPrimarySession: Inside }
type Result = { meta: { rows_read: number; rows_written: number } }

const heard = new WeakSet<object>()
function listenTo(db: Metered): void {
  if (heard.has(db)) return
  heard.add(db)
  const plain = db.fetcher
  const fetcher = {
    fetch: async (url: string, init: RequestInit) => {
      const response = await plain.fetch(url, init)
      // Nobody waited for what ends after the answer.
      const late = isAnswered
      const body: Statement | Statement[] = JSON.parse(String(init.body))
      const results: Result[] = JSON.parse(await response.clone().text())
      const sum = (key: keyof Result['meta']) => results.reduce((total, { meta }) => total + (meta?.[key] ?? 0), 0)
      const rows = { read: sum('rows_read'), written: sum('rows_written') }
      const statements = Array.isArray(body) ? body : [body]
      steps.push({ kind: 'trip', path: new URL(url).pathname, isBatch: Array.isArray(body), statements, late, rows })
      return response
    },
  } as Inside['fetcher']
  db.fetcher = fetcher
  db.alwaysPrimarySession.fetcher = fetcher
}

const plainFetch = globalThis.fetch
globalThis.fetch = (async (input: string, init: RequestInit = {}) => {
  const { method = 'GET', headers = {}, body = null } = init
  const call = { url: input, method, headers: headers as Record<string, string>, body: body as string | null }
  steps.push({ kind: 'call', late: isAnswered, ...call })
  return plainFetch(input, init)
}) as typeof fetch

type MarketObject = new (ctx: DurableObjectState, env: { DB: Metered }) => object
function listening(plain: MarketObject) {
  return class extends plain {
    constructor(ctx: DurableObjectState, env: { DB: Metered }) {
      listenTo(env.DB)
      super(ctx, env)
    }
  }
}
export const PayinWindow = listening(market.PayinWindow)
export const ApprovalConfirm = listening(market.ApprovalConfirm)
export const PersonSockets = listening(market.PersonSockets)
export const VariantStock = listening(market.VariantStock)

export default {
  async fetch(request, env, execution): Promise<Response> {
    if (new URL(request.url).pathname === '/steps') {
      const taken = steps
      steps = []
      return Response.json(taken)
    }
    listenTo(env.DB)
    isAnswered = false
    const response: Response = await market.default.fetch(request, env, execution)
    isAnswered = true
    return response
  },
} satisfies ExportedHandler<{ DB: Metered }>
