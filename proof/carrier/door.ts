import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { type Challenge, solveChallenge } from 'altcha-lib'
import worker from '#src/index.ts'
import { deriveKey } from '#testing/platform/cheap-work.ts'
import { d1 } from '#testing/platform/workers.ts'

export const ORIGIN = 'http://localhost:8787'
/** The one address of everybody here, but of attackers who sit elsewhere. */
const ADDRESS = '41.243.7.1'

/** Cost of a request: trips to D1, reads and writes of KV, of the answer and of the work left after it. */
export type Cost = { d1: number; reads: number; writes: number }
/** Fields that are read of an answer: each caller knows which of them are there. */
type Data = Challenge & {
  accessToken?: string
  refreshToken?: string
  deviceToken?: string
  recoveryId?: string
} & Partial<Product> & {
    products?: Product[]
    quoteId?: string
    checkoutId?: string
    orders?: { paymentStatus: string }[]
  }
export type Product = { id: string; shopId: string; images: { url: string }[]; variants?: { id: string }[] }
export type Answer = { status: number; data: Data; reason: string; message: string; headers: Headers; cost: Cost }

const kv = { reads: 0, writes: 0 }

/** Counts what is asked of KV from now on. */
export function meterKv(): void {
  const limits = env.LIMITS
  const metered = {
    ...limits,
    get: (...asked: Parameters<typeof limits.get>) => {
      kv.reads++
      return limits.get(...asked)
    },
    put: (...told: Parameters<typeof limits.put>) => {
      kv.writes++
      return limits.put(...told)
    },
  }
  Object.assign(env, { LIMITS: metered })
}

type Asked = {
  method: string
  path: string
  body?: unknown
  headers: Record<string, string>
  address?: string | null | undefined
}

/** One request through the front door, with all that it leaves to do; `address` is null of one from home. */
export async function ask({ method, path, body, headers, address = ADDRESS }: Asked): Promise<Answer> {
  const request = new Request(path.startsWith('/api/') ? `${ORIGIN}${path}` : `${ORIGIN}/api/v1${path}`, {
    method,
    headers: {
      ...headers,
      ...(address && { 'cf-connecting-ip': address }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const before = { d1: d1.trips, ...kv }
  const execution = createExecutionContext()
  const response = await worker.fetch(request as never, env, execution)
  const bytes = await response.arrayBuffer()
  const isJson = response.headers.get('content-type')?.includes('json')
  const text = isJson ? new TextDecoder().decode(bytes) : '{"data":{}}'
  const { data, error = {} } = JSON.parse(text) as { data: Data; error?: Record<string, string> }
  await waitOnExecutionContext(execution)
  const { status, headers: said } = response
  const { code = '', reason = code, message = '' } = error
  const cost = { d1: d1.trips - before.d1, reads: kv.reads - before.reads, writes: kv.writes - before.writes }
  return { status, data, reason, message, headers: said as unknown as Headers, cost }
}

/** Solves a challenge: gives the value of `x-challenge`. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
