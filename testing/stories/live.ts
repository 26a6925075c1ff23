import { exports } from 'cloudflare:workers'
import { LiveMessage } from '#domain/office/notifications/live-message.ts'
import type { Person } from '../api.ts'
import { clientRequest } from '../fixtures/inputs.ts'
import { until } from '../sandbox.ts'

type Way = { headers?: Record<string, string>; query?: string }

/** A live connection as a phone has it. */
export type Listening = {
  /** All that was heard so far, and not taken yet. */
  messages: LiveMessage[]
  /** Texts that are no JSON: the answers to pings. */
  texts: string[]
  closed: { code: number } | undefined
  send(text: string | ArrayBuffer): void
  close(): void
  /** Waits until messages of these types are there and a moment has passed, and takes all that came. */
  take(...types: LiveMessage['type'][]): Promise<LiveMessage[]>
  end(): Promise<number | undefined>
}

/** Asks for a live connection. @returns the answer as it came */
export const askToListen = (as: Person | null, { headers = {}, query = '' }: Way = {}): Promise<Response> =>
  exports.default.fetch(
    new Request(
      `http://localhost:8787/api/v1/notifications/live${query}`,
      clientRequest(as, 'GET', undefined, { upgrade: 'websocket', ...headers }),
    ),
  )

const moment = () => new Promise((resolve) => setTimeout(resolve, 150))

/** Opens a live connection, which has said hello. */
export async function listenAs(as: Person | null, way?: Way): Promise<Listening> {
  const { status, webSocket } = await askToListen(as, way)
  if (!webSocket) throw new Error(`no socket: ${status}`)
  const listening: Listening = {
    messages: [],
    texts: [],
    closed: undefined,
    send: (text) => webSocket.send(text),
    close: () => webSocket.close(1000),
    async take(...types) {
      const isThere = (type: string) => listening.messages.some((message) => message.type === type)
      await until(async () => types.every(isThere), `${types.join()} live`)
      await moment()
      return listening.messages.splice(0)
    },
    async end() {
      await until(async () => listening.closed !== undefined, 'the end of a socket')
      return listening.closed?.code
    },
  }
  webSocket.addEventListener('message', ({ data }) => {
    const text = String(data)
    if (text.startsWith('{')) listening.messages.push(LiveMessage.parse(JSON.parse(text)))
    else listening.texts.push(text)
  })
  webSocket.addEventListener('close', ({ code }) => {
    listening.closed = { code }
  })
  webSocket.accept()
  await until(async () => listening.messages.length > 0, 'hello')
  listening.messages.shift()
  return listening
}
