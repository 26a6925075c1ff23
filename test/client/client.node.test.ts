import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, createClient, once, type Tokens, unwrap } from '#src/client.ts'

const OLD: Tokens = { accessToken: 'old.access', refreshToken: 'old.refresh' }
const NEW: Tokens = { accessToken: 'new.access', refreshToken: 'new.refresh' }
const ok = (data: unknown) => Response.json({ success: true, data })
const refusal = (reason: string) =>
  Response.json(
    { success: false, error: { code: 'UNAUTHORIZED', message: 'Votre session a expiré.', reason } },
    { status: 401 },
  )
const isRenewal = ({ url }: Request) => url.endsWith('/auth/refresh-token')

/** A service whose access tokens have all expired but the new one. */
function serve(renewed: Tokens | null = NEW) {
  const requests: Request[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    requests.push(request.clone())
    if (isRenewal(request)) return renewed ? ok(renewed) : refusal('TOKEN_EXPIRED')
    if (request.headers.get('authorization') === `Bearer ${NEW.accessToken}`) return ok({ reached: request.url })
    return refusal('TOKEN_EXPIRED')
  }
  return { fetch: fetch as typeof globalThis.fetch, requests }
}

const mobile = (fetch: typeof globalThis.fetch, onTokens: (tokens: Tokens | undefined) => void = () => {}) =>
  createClient({ baseUrl: 'http://api.test/', clientType: 'mobile', tokens: OLD, fetch, onTokens })

describe('an expired access token', () => {
  it('is renewed once for all the requests that met it, which are then sent again', async () => {
    const { fetch, requests } = serve()
    const kept: (Tokens | undefined)[] = []
    const client = mobile(fetch, (tokens) => kept.push(tokens))
    await Promise.all([1, 2, 3].map(() => unwrap(client.accounts.me.$get())))
    await unwrap(client.accounts.me.$get())
    const renewals = requests.filter(isRenewal)
    expect(renewals).toHaveLength(1)
    expect(await renewals[0]?.json()).toEqual({ refreshToken: OLD.refreshToken })
    expect(kept).toEqual([NEW])
  })

  it('is renewed once also for a request that left before the renewal and is refused after it', async () => {
    const { fetch, requests } = serve()
    let answerLate = () => {}
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    let asked = 0
    const client = mobile((async (input, init) => {
      const answer = await fetch(input, init)
      if (asked++ === 0) await late
      return answer
    }) as typeof globalThis.fetch)
    const first = unwrap(client.accounts.me.$get())
    await unwrap(client.accounts.me.$get())
    answerLate()
    await first
    expect(requests.filter(isRenewal)).toHaveLength(1)
  })

  it('that cannot be renewed ends the session, and the first refusal is told', async () => {
    const kept: (Tokens | undefined)[] = []
    const client = mobile(serve(null).fetch, (tokens) => kept.push(tokens))
    await expect(unwrap(client.accounts.me.$get())).rejects.toMatchObject({ status: 401, reason: 'TOKEN_EXPIRED' })
    expect(kept).toEqual([undefined])
  })

  it('is not a wrong code: that refusal is told as it is', async () => {
    const client = mobile(async () => refusal('INVALID_VERIFICATION_CODE'))
    const wrong = unwrap(client.phone.verify.$post({ json: { code: '000000' } }))
    await expect(wrong).rejects.toBeInstanceOf(ApiError)
    await expect(wrong).rejects.toMatchObject({ reason: 'INVALID_VERIFICATION_CODE' })
  })
})

describe('a request', () => {
  it('says its client type, its token, and its Idempotency-Key when one is given', async () => {
    const { fetch, requests } = serve()
    const client = createClient({ baseUrl: 'http://api.test', clientType: 'mobile', tokens: NEW, fetch })
    await unwrap(client.sellerOrders[':id'].reject.$post({ param: { id: 'o1' }, json: {} }, once('key-1')))
    const [sent] = requests
    expect(sent?.url).toBe('http://api.test/api/v1/orders/o1/reject')
    expect(sent?.headers.get('x-client-type')).toBe('mobile')
    expect(sent?.headers.get('authorization')).toBe('Bearer new.access')
    expect(sent?.headers.get('idempotency-key')).toBe('key-1')
  })

  it('of a web client carries cookies and no token', async () => {
    const inits: (RequestInit | undefined)[] = []
    const fetch = async (_: RequestInfo | URL, init?: RequestInit) => {
      inits.push(init)
      return ok({ plans: [] })
    }
    await unwrap(createClient({ baseUrl: 'http://api.test', clientType: 'web', fetch }).accounts.me.$get())
    expect(inits[0]).toMatchObject({ credentials: 'include' })
    expect(new Headers(inits[0]?.headers).has('x-client-type')).toBe(false)
  })

  it('that something else than the service answers fails with its status', async () => {
    const client = mobile(async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    await expect(unwrap(client.accounts.me.$get())).rejects.toMatchObject({ status: 502, code: 'INTERNAL_ERROR' })
  })
})

it('keeps the tokens of a sign-in with a passkey', async () => {
  const requests: Request[] = []
  const kept: (Tokens | undefined)[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init))
    return ok({ user: {}, ...NEW })
  }
  const inner = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' }
  const response = { id: 'AA', rawId: 'AA', type: 'public-key', response: inner } as const
  await mobile(fetch as typeof globalThis.fetch, (tokens) => kept.push(tokens)).signInByPasskey({
    challengeId: 'one',
    response,
  })
  expect(requests[0]?.url).toBe('http://api.test/api/v1/auth/passkey/login/verify')
  expect(await requests[0]?.json()).toEqual({ challengeId: 'one', response })
  expect(kept).toEqual([NEW])
})

describe('what an answer gives a mobile client', () => {
  /** A service that answers every request with this. */
  function giving(clientType: 'mobile' | 'web', data: unknown) {
    const requests: Request[] = []
    const devices: string[] = []
    const kept: (Tokens | undefined)[] = []
    const client = createClient({
      baseUrl: 'http://api.test',
      clientType,
      fetch: (async (input, init) => {
        requests.push(new Request(input, init))
        return ok(data)
      }) as typeof fetch,
      onDeviceToken: (token) => devices.push(token),
      onTokens: (tokens) => kept.push(tokens),
    })
    return { client, requests, devices, kept }
  }
  const joining = { email: 'a@b.cd', password: 'x', name: 'Aline', role: 'BUYER' } as const

  it('is kept: the device that created an account confirms it, and has its session', async () => {
    const { client, requests, devices, kept } = giving('mobile', { user: {}, ...NEW, deviceToken: 'device' })
    await unwrap(client.accounts['create-account'].$post({ json: joining }))
    expect(devices).toEqual(['device'])
    await unwrap(client.accounts['verify-email'].$post({ json: { email: 'a@b.cd', code: '123456' } }))
    expect(requests.at(-1)?.headers.get('x-device-token')).toBe('device')
    expect(kept.at(-1)).toEqual(NEW)
    await unwrap(client.accounts.me.$get())
    expect(requests.at(-1)?.headers.get('authorization')).toBe('Bearer new.access')
  })

  it('is kept of a change too, which makes the device known anew', async () => {
    const { client, requests, devices, kept } = giving('mobile', { deviceToken: 'another' })
    await unwrap(client.phone.verify.$post({ json: { code: '123456' } }))
    expect(devices).toEqual(['another'])
    expect(kept).toEqual([])
    await unwrap(client.accounts.me.$get())
    expect(requests.at(-1)?.headers.get('x-device-token')).toBe('another')
  })

  it('is not kept by a page, which has cookies', async () => {
    const { client, requests, devices, kept } = giving('web', { user: {}, ...NEW, deviceToken: 'device' })
    await unwrap(client.accounts['verify-email'].$post({ json: { email: 'a@b.cd', code: '123456' } }))
    await unwrap(client.accounts.me.$get())
    expect([devices, kept]).toEqual([[], []])
    expect(requests.at(-1)?.headers.get('authorization')).toBeNull()
  })
})

describe('a guest who is asked for a challenge', () => {
  const required = () =>
    Response.json(
      { success: false, error: { code: 'TOO_MANY_REQUESTS', message: 'x', reason: 'CHALLENGE_REQUIRED' } },
      { status: 429 },
    )
  const challenged = (requests: Request[]) =>
    (async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      requests.push(request.clone())
      if (request.url.endsWith('/auth/challenge')) return ok({ signature: 's' })
      return request.headers.get('x-challenge') === 'solved s'
        ? ok({ user: {}, ...NEW, deviceToken: 'device' })
        : required()
    }) as typeof fetch

  it('solves it once, and is a known device from then on', async () => {
    const requests: Request[] = []
    const devices: string[] = []
    const client = createClient({
      baseUrl: 'http://api.test',
      clientType: 'mobile',
      fetch: challenged(requests),
      solve: async (challenge) => `solved ${(challenge as { signature: string }).signature}`,
      onDeviceToken: (token) => devices.push(token),
    })
    await client.signIn('a@b.cd', 'x')
    expect(requests.map(({ url }) => url.split('/v1')[1])).toEqual([
      '/auth/login/password',
      '/auth/challenge',
      '/auth/login/password',
    ])
    expect(devices).toEqual(['device'])
    await client.signIn('a@b.cd', 'x')
    expect(requests.at(-1)?.headers.get('x-device-token')).toBe('device')
  })

  it('is told so where nothing solves it', async () => {
    const client = createClient({ baseUrl: 'http://api.test', clientType: 'mobile', fetch: challenged([]) })
    await expect(client.signIn('a@b.cd', 'x')).rejects.toMatchObject({ status: 429, reason: 'CHALLENGE_REQUIRED' })
  })
})

describe('a service that is unavailable for a moment', () => {
  afterEach(() => void vi.useRealTimers())
  const down = (retryAfter?: string) =>
    Response.json(
      { success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'x' } },
      { status: 503, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) },
    )
  /** Unavailable so many times. @returns a client, and what was sent when, in ms */
  function failing(times: number, retryAfter?: string) {
    vi.useFakeTimers()
    const sent: { request: Request; at: number }[] = []
    const startedAt = Date.now()
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      sent.push({ request, at: Date.now() - startedAt })
      return sent.length <= times ? down(retryAfter) : ok(isRenewal(request) ? NEW : { plans: [] })
    }
    const options = { baseUrl: 'http://api.test', clientType: 'mobile', tokens: NEW } as const
    return { client: createClient({ ...options, fetch: fetch as typeof globalThis.fetch }), sent }
  }
  /** Gives the outcome, however long it takes. */
  async function inTime<T>(work: Promise<T>) {
    const settled = work.then(
      () => 'done',
      ({ status, code }: ApiError) => `${status} ${code}`,
    )
    await vi.advanceTimersByTimeAsync(60_000)
    return settled
  }
  const json = {}
  const reject = (client: ReturnType<typeof createClient>, ...more: [] | [ReturnType<typeof once>]) =>
    unwrap(client.sellerOrders[':id'].reject.$post({ param: { id: 'o1' }, json }, ...more))

  it('is asked again for what is read, no sooner than it says', async () => {
    const { client, sent } = failing(2, '3')
    expect(await inTime(unwrap(client.accounts.me.$get()))).toBe('done')
    expect(sent).toHaveLength(3)
    const waits = sent.slice(1).map(({ at }, i) => at - (sent[i]?.at ?? 0))
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(3000)
    for (const wait of waits) expect(wait).toBeLessThan(4000)
  })

  it('is asked again with the same key and the same body', async () => {
    const { client, sent } = failing(1, '1')
    expect(await inTime(reject(client, once('key-1')))).toBe('done')
    expect(sent.map(({ request }) => request.headers.get('idempotency-key'))).toEqual(['key-1', 'key-1'])
    expect(await Promise.all(sent.map(({ request }) => request.text()))).toEqual(['{}', '{}'])
  })

  it('is asked three times in all, and then what it says is told', async () => {
    const { client, sent } = failing(9, '1')
    expect(await inTime(reject(client, once('key-1')))).toBe('503 SERVICE_UNAVAILABLE')
    expect(sent).toHaveLength(3)
  })

  it('is not asked again for a write without a key: it may be done', async () => {
    const { client, sent } = failing(1, '1')
    expect(await inTime(reject(client))).toBe('503 SERVICE_UNAVAILABLE')
    expect(sent).toHaveLength(1)
  })

  it.each([undefined, 'Wed, 21 Oct 2026 07:28:00 GMT', '3600'])(
    'is not waited for where it does not say how long, or says long: %s',
    async (retryAfter) => {
      const { client, sent } = failing(1, retryAfter)
      expect(await inTime(unwrap(client.accounts.me.$get()))).toBe('503 SERVICE_UNAVAILABLE')
      expect(sent).toHaveLength(1)
    },
  )

  it('renews a session all the same: the same token brings the same successor', async () => {
    vi.useFakeTimers()
    const requests: Request[] = []
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      requests.push(request)
      if (isRenewal(request)) return requests.filter(isRenewal).length === 1 ? down('1') : ok(NEW)
      return request.headers.get('authorization') === `Bearer ${NEW.accessToken}` ? ok({}) : refusal('TOKEN_EXPIRED')
    }
    expect(await inTime(unwrap(mobile(fetch as typeof globalThis.fetch).accounts.me.$get()))).toBe('done')
    expect(requests.filter(isRenewal)).toHaveLength(2)
  })
})

describe('a refusal', () => {
  it('says how long to wait, and the number of the request', async () => {
    const headers = { 'Retry-After': '30', 'X-Request-Id': 'r-1' }
    const error = { code: 'TOO_MANY_REQUESTS', message: 'Trop de tentatives.' }
    const fetch = async () => Response.json({ success: false, error }, { status: 429, headers })
    await expect(unwrap(mobile(fetch).accounts.me.$get())).rejects.toMatchObject({ retryAfterS: 30, requestId: 'r-1' })
  })

  it('without them says nothing of either', async () => {
    const refused = unwrap(mobile(async () => refusal('INVALID_CREDENTIALS')).accounts.me.$get())
    await expect(refused).rejects.toMatchObject({ retryAfterS: undefined, requestId: undefined })
  })
})
