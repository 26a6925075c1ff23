import { Failure } from './failure.ts'

/** An error as a line of the log shows it. */
export type Trace = { name: string; message?: string; code?: string; stack?: string[]; cause?: Trace }

const FRAMES = 12

/** Of an error its class and its places: messages of others may hold what somebody typed. */
export function traceOf(error: unknown): Trace {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = error instanceof Failure ? { code: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: traceOf(error.cause) }
  return { name: error.name, ...code, stack: framesOf(error), ...cause }
}

/** All of an error. */
export function wholeOf(error: unknown): Trace {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) }
  return {
    ...traceOf(error),
    message: error.message,
    ...(error.cause !== undefined && { cause: wholeOf(error.cause) }),
  }
}

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim())
