const ANSWER_WITHIN_MS = 10_000

/** A POST of a callback's bytes; the address is kept exactly as given, and nobody's redirect is followed. */
export const callbackRequest = (url: string, body: string, headers: Record<string, string>) =>
  new Request(url, { method: 'POST', body, headers, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
