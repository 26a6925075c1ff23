// Sockets of people, and what each of them heard: for the tests of the live channel.
import { exports } from 'cloudflare:workers'
import { expect, onTestFinished } from 'vitest'
import { type Answer, type Caller, call } from '#testing/api.ts'
import { clientRequest } from '#testing/fixtures/inputs.ts'
import { pause, until } from '#testing/sandbox.ts'
import { cookiesOf } from '#testing/stories/people.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is heard has no schema; tests read into it freely.
export type Heard = { type: string } & Record<string, any>

const LIVE = 'http://localhost:8787/api/v1/notifications/live'
const UPGRADE = { upgrade: 'websocket', connection: 'Upgrade' }

/** A request for a socket as it is answered: as somebody, or by what its headers and its address say. */
export const askLive = (as: Caller, query = '', headers: Record<string, string> = UPGRADE): Promise<Response> =>
  exports.default.fetch(new Request(`${LIVE}${query}`, clientRequest(as, 'GET', undefined, headers)))
/** A browser's request for a socket, with its cookies. */
export const browseLive = (headers: Record<string, string>): Promise<Response> =>
  exports.default.fetch(new Request(LIVE, { headers: { ...UPGRADE, ...headers } }))

export const askTicket = (as: Caller): Promise<Answer> => call(as, 'POST', '/notifications/live/ticket')
/** A ticket of somebody. */
export async function ticketOf(as: Caller): Promise<string> {
  const { status, data, error } = await askTicket(as)
  expect([status, error]).toEqual([201, undefined])
  return data.ticket
}

/** The status of a refused socket, and its reason or code. */
export async function refusalOfLive(response: Response): Promise<[number, string]> {
  if (response.status < 400) return [response.status, 'ok']
  const { error } = (await response.json()) as { error: { code: string; reason?: string; message: string } }
  expect(error.message).toMatch(/\S{3}/)
  return [response.status, error.reason ?? error.code]
}

/** A socket that was let in, once it was greeted. */
export async function socketOf(response: Response) {
  const { webSocket: socket } = response as Response & { webSocket: WebSocket | null }
  expect([response.status, socket !== null], 'a socket').toEqual([101, true])
  if (!socket) throw new Error('no socket')
  const texts: string[] = []
  const closes: { code: number; reason: string }[] = []
  socket.addEventListener('message', ({ data }) => void texts.push(String(data)))
  socket.addEventListener('close', ({ code, reason }) => void closes.push({ code, reason }))
  ;(socket as WebSocket & { accept(): void }).accept()
  onTestFinished(() => {
    if (closes.length === 0) socket.close(1000)
  })
  const heard = (type?: string): Heard[] =>
    texts
      .filter((text) => text.startsWith('{'))
      .map((text) => JSON.parse(text) as Heard)
      .filter((one) => type === undefined || one.type === type)
  const live = {
    texts,
    heard,
    say: (text: string | Uint8Array<ArrayBuffer>) => socket.send(text),
    /** A message of this kind, once one fits. */
    hears: (type: string, fits: (one: Heard) => boolean = () => true) =>
      until(async () => heard(type).find(fits), `to hear ${type}`),
    /** The code with which it was closed. */
    closed: () => until(async () => closes[0], 'the socket to close').then(({ code }) => code),
    isOpen: () => closes.length === 0,
  }
  await live.hears('hello')
  return live
}
export type Live = Awaited<ReturnType<typeof socketOf>>
/** A socket of somebody, by their token. */
export const listens = async (as: Caller): Promise<Live> => socketOf(await askLive(as))

/** Whatever was on its way has come. */
export const settles = () => pause(300)
/** The notice that a message carries, wherever it stands in it. */
export const noticeIn = (one: Heard) =>
  [one.notification, one.data, one].find((each) => typeof each?.title === 'string')

/** The cookies of a browser after a sign-in, as it sends them. */
export const cookieOf = (signedIn: Response): string =>
  Object.values(cookiesOf(signedIn))
    .map(({ pair }) => pair)
    .join('; ')
