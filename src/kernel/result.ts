import { Failure } from './failure.ts'

/** A refusal as plain values: errors lose their class on the way out of a Durable Object. */
export type Settled<T> = { ok: true; value: T } | { ok: false; failure: ConstructorParameters<typeof Failure> }

/** Runs work inside a Durable Object: a refusal becomes a value, anything else stays an error. */
export async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, reason, message, details, retryAfter } = error
    return {
      ok: false,
      failure: [
        code,
        { ...(reason && { reason }), message, ...(details && { details }), ...(retryAfter && { retryAfter }) },
      ],
    }
  }
}

/** The other end of `settle`: the value, or the refusal thrown again. */
export function unwrap<T>(settled: Settled<T>): T {
  if (!settled.ok) throw new Failure(...settled.failure)
  return settled.value
}
