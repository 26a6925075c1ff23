import { beforeEach, describe, expect, it, vi } from 'vitest'
import { withKey } from '../../office/request-key.ts'

// The office's requests: each write bears a key, and keeps it for as long as nobody knows whether it was done.

const URL_ = 'https://soko.example/api/v1/expenses'
const stored = new Map<string, string>()
/** Memory of a tab, also after its page was loaded again. */
const memory = {
  read: (name: string) => JSON.parse(stored.get(name) ?? 'null') ?? undefined,
  write: (name: string, value: unknown) => stored.set(name, JSON.stringify(value ?? null)),
}

type Answer = () => Promise<Response>
const says =
  (status: number, body: object = {}): Answer =>
  async () =>
    Response.json(body, { status })
const refused = (status: number, reason: string) =>
  says(status, { success: false, error: { code: 'CONFLICT', reason } })
const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** A page as the browser loads it, on a line that gives these answers; the keys that it sent. */
function openPage(...answers: Answer[]) {
  const keys: (string | null)[] = []
  const send = withKey(memory, async (_, init) => {
    keys.push(new Headers(init?.headers).get('Idempotency-Key'))
    return (answers.shift() ?? says(200))()
  })
  const write = (body: object = { amount: '12' }, url = URL_, method = 'POST') =>
    send(url, { method, body: JSON.stringify(body) }).catch(() => undefined)
  return { keys, send, write }
}

beforeEach(() => stored.clear())

describe('the key of a write', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('goes with every %s', async (method) => {
    const { keys, write } = openPage()
    await write({}, URL_, method)
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  it('goes with no read, and with nothing of the sign-in: a password is not remembered, even as a digest', async () => {
    const { keys, send, write } = openPage()
    await send(URL_)
    await write({ password: 'x' }, 'https://soko.example/api/v1/auth/login/password')
    expect(keys).toEqual([null, null])
    expect(stored.size).toBe(0)
  })

  it.each([
    ['the answer was lost', lost],
    ['the service failed', says(503)],
    ['the first still runs', refused(409, 'REQUEST_IN_PROGRESS')],
  ])('stays if %s, also after the page was loaded again', async (_, answer) => {
    const first = openPage(answer, answer)
    await first.write()
    await first.write()
    const again = openPage()
    await again.write()
    expect(new Set([...first.keys, ...again.keys]).size).toBe(1)
  })

  it.each([
    ['an answer', says(201)],
    ['a refusal', refused(409, 'INVALID_TRANSITION')],
  ])('ends with %s', async (_, answer) => {
    const { keys, write } = openPage(answer)
    await write()
    await write()
    expect(new Set(keys).size).toBe(2)
  })

  it('is that of what is sent: other values, another thing or another file have another', async () => {
    const form = (text: string) => {
      const body = new FormData()
      body.append('document', new File([text], 'releve.pdf'))
      return body
    }
    const { keys, send, write } = openPage(...Array<Answer>(6).fill(lost))
    await write()
    await write({ amount: '13' })
    await write({ amount: '12' }, `${URL_}/1`)
    await write({ amount: '12' }, URL_, 'PUT')
    for (const text of ['a', 'b', 'a']) await send(URL_, { method: 'POST', body: form(text) }).catch(() => undefined)
    expect(new Set(keys).size).toBe(6)
  })

  it('ends after an hour: by then it is another thing that is done', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { keys, write } = openPage(lost)
    await write()
    vi.advanceTimersByTime(3_600_001)
    await write()
    vi.useRealTimers()
    expect(new Set(keys).size).toBe(2)
  })
})
