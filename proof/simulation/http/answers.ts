/** Parts of an HTTP answer that the adapters read. */
export type Wire = { status: number; body: string }

export const json = (status: number, body: unknown): Wire => ({ status, body: JSON.stringify(body) })

/** The error that a fetch throws instead of an answer. */
export class NetworkError extends Error {}

/** The request may have left, but nobody answers in time. */
export function timeOut(): never {
  throw Object.assign(new NetworkError('timed out'), { name: 'TimeoutError' })
}

/** No connection was made: nothing has left. */
export function refuseConnection(): never {
  throw new NetworkError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
}

/** Answer of somebody between us and the gateway, in its place. */
export const garbage = (): Wire => ({ status: 200, body: '<html>Bad gateway</html>' })
