import { clientRequest } from '../fixtures/inputs.ts'
import type { RunningService } from './start.ts'

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is proved by the tests; here it is read freely.
type Data = any
export type Answer = {
  status: number
  /** "201", or "409 INSUFFICIENT_STOCK". */
  said: string
  data: Data
  isReplay: boolean
}
export type Somebody = { token: string; id: string; email: string; phone: string } | null

/** One request, as a mobile client makes it. A connection that breaks rejects. */
export async function call(
  service: RunningService,
  as: Somebody,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const answer = await (service.fetch ?? fetch)(service.api + path, clientRequest(as, method, body, headers))
  const { data, error }: { data?: Data; error?: { code: string; reason?: string } } = JSON.parse(await answer.text())
  const said = error ? `${answer.status} ${error.reason ?? error.code}` : String(answer.status)
  return { status: answer.status, said, data, isReplay: answer.headers.has('idempotent-replayed') }
}

/** A request that prepares something and must succeed; too many sign-ins at once are asked to come again. @returns its data */
export async function mustCall(...args: Parameters<typeof call>): Promise<Data> {
  const { status, said, data } = await call(...args)
  if (status === 503) return pause(200).then(() => mustCall(...args))
  if (status >= 400) throw new Error(`${args[2]} ${args[3]} was refused: ${said}`)
  return data
}

/** A control of the outside world. */
export async function outside<T = Data>(
  service: RunningService,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(service.sandbox + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await answer.json()) as T
}

export type Movement = { id: string; reference: string | null; kind: string; status: string; amount: string }
export const movementsOf = (service: RunningService, phone: string) =>
  outside<Movement[]>(service, 'GET', `/movements?phone=${phone}`)

/** The codes that came to an address or a number, newest first. */
export const codesTo = async (service: RunningService, to: string): Promise<string[]> => {
  const { messages } = await outside<{ messages: { code: string | null }[] }>(
    service,
    'GET',
    `/inbox?to=${encodeURIComponent(to)}`,
  )
  return messages.flatMap(({ code }) => code ?? [])
}

/** The code that a request brings. */
export async function codeAfter(service: RunningService, to: string, ask: () => Promise<unknown>): Promise<string> {
  const known = (await codesTo(service, to)).length
  await ask()
  for (let tries = 0; tries < 400; tries++) {
    const codes = await codesTo(service, to)
    if (codes.length > known && codes[0]) return codes[0]
    await pause(10)
  }
  throw new Error(`no code came for ${to}`)
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
