const MOST_REPEATS = 2
/** Nobody waits longer than this in front of a screen, in seconds. */
const LONGEST_WAIT_S = 10
export const RENEWAL = '/api/v1/auth/refresh-token'

/** A fetch that asks again if an answer of 503 says when, and if that does no harm. */
export function againWhenUnavailable(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    for (let repeats = 0; ; repeats++) {
      const answer = await send(input, init)
      const wait = repeats < MOST_REPEATS && mayRepeat(input, init) ? comesBackIn(answer) : undefined
      if (wait === undefined) return answer
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** The method and headers of a request: options beside a Request win over its own, as in fetch. */
function mayRepeat(input: RequestInfo | URL, init: RequestInit = {}): boolean {
  const said = input instanceof Request ? input : undefined
  const method = init.method ?? said?.method ?? 'GET'
  const headers = new Headers(init.headers ?? said?.headers)
  // A body that was read once cannot be sent again.
  if (said?.body) return false
  return method === 'GET' || headers.has('Idempotency-Key') || (said?.url ?? String(input)).endsWith(RENEWAL)
}

/** The ms after which an answer wants to be asked for again; a little later, so that not everybody comes at once. */
function comesBackIn({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return status === 503 && seconds <= LONGEST_WAIT_S ? seconds * 1000 + Math.random() * 500 : undefined
}

/** The body of an answer, which its caller can read again; nothing if it is not JSON. */
export async function bodyOf<Data>(answer: Response): Promise<{ data?: Data; error?: { reason?: string } }> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => ({}))
  return body as { data?: Data; error?: { reason?: string } }
}

/** Whether an answer refuses for this reason: it tells an expired session from a wrong code, which is a 401 too. */
export const isRefusedFor = async (answer: Response, reason: string): Promise<boolean> =>
  (await bodyOf(answer)).error?.reason === reason
