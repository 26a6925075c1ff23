/** What the adapters read of an HTTP answer. */
export type Wire = { status: number; body: string }

export const json = (status: number, body: unknown): Wire => ({ status, body: JSON.stringify(body) })

/** What a fetch throws instead of an answer. */
export class NetworkError extends Error {}

/** The request may have left, but nobody answers in time. */
export function timeOut(): never {
  throw Object.assign(new NetworkError('timed out'), { name: 'TimeoutError' })
}

/** No connection was made: nothing has left. */
export function refuseConnection(): never {
  throw new NetworkError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
}

/** What somebody between us and the gateway answers in its place. */
export const garbage = (): Wire => ({ status: 200, body: '<html>Bad gateway</html>' })
