import { Failure } from './failure.ts'

/** A refusal as plain values: errors lose their class on the way out of a Durable Object. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: ConstructorParameters<typeof Failure> }

/** Runs work inside a Durable Object: a refusal becomes a value, anything else stays an error. */
export async function toResult<T>(work: () => Promise<T>): Promise<Result<T>> {
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

/** The other end of `toResult`: the value, or the refusal thrown again. */
export function unwrap<T>(settled: Result<T>): T {
  if (!settled.ok) throw new Failure(...settled.failure)
  return settled.value
}
