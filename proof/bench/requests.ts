import { type Agent, request } from 'node:http'
import type { Asked } from './operation.ts'
import { addressOf } from './people.ts'

let asked = 0

/** One request to the service, or to its twin: resolves with the body, rejects on anything but a success. */
export function ask(base: URL, asks: Asked, agent?: Agent): Promise<string> {
  const { path, method, headers, body } = messageOf(asks)
  return send(new URL(path, base), method, headers, body, agent)
}

/** The HTTP message of a request, from the next of two thousand addresses. */
export function messageOf({ method = 'GET', path, body, as, key, isUnlimited }: Asked) {
  const headers = {
    ...(!isUnlimited && { 'cf-connecting-ip': addressOf(asked++) }),
    'x-client-type': 'mobile',
    ...(as && { authorization: `Bearer ${as.token}` }),
    ...(key && { 'idempotency-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  return { path: `/api/v1${path}`, method, headers, body: body === undefined ? undefined : JSON.stringify(body) }
}

/** Asks the floor for the same work. */
export function askFloor(base: URL, name: string, asked: Asked, agent?: Agent): Promise<string> {
  return send(new URL(`/${name}`, base), 'GET', { 'x-given': JSON.stringify(givenOf(asked)) }, undefined, agent)
}

/** The names in a request that may be in what it makes the service ask of D1. */
export const givenOf = ({ as, key, given }: Asked): Record<string, string> => ({
  ...given,
  ...(key && { key }),
  ...(as && { callerId: as.userId, sessionId: as.sessionId }),
})

function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body?: string,
  agent?: Agent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url.href, {
      method,
      ...(agent && { agent }),
      headers: { ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('error', reject)
      incoming.on('end', () => {
        const status = incoming.statusCode ?? 0
        if (status >= 200 && status < 300) resolve(text)
        else reject(new Error(`${method} ${url.pathname} answered ${status}: ${text.slice(0, 300)}`))
      })
    })
    outgoing.end(body)
  })
}
