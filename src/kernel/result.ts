import { Failure } from './failure.ts'
import { failureOfStumble, stumbleBehind } from './stumble.ts'

/** A value, or a refusal as plain data: errors lose their class on the way out of a Durable Object. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: ConstructorParameters<typeof Failure> }

/** Runs work inside a Durable Object. A refusal or a stumble of the database becomes a value; any other error is thrown. */
export async function toResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const stumble = stumbleBehind(error)
    const failure = stumble ? failureOfStumble(stumble) : error
    if (!(failure instanceof Failure)) throw error
    const { code, reason, message, details, retryAfter } = failure
    return {
      ok: false,
      failure: [
        code,
        { ...(reason && { reason }), message, ...(details && { details }), ...(retryAfter && { retryAfter }) },
      ],
    }
  }
}

/** Undoes `toResult`: returns the value, or throws the refusal again. */
export function unwrap<T>(settled: Result<T>): T {
  if (!settled.ok) throw new Failure(...settled.failure)
  return settled.value
}
