const ANSWER_WITHIN_MS = 10_000

/** The request of a callback. Redirects are not followed. */
export const callbackRequest = (url: string, body: string, headers: Record<string, string>) =>
  new Request(url, { method: 'POST', body, headers, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
