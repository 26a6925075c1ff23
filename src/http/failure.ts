import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Stale } from '../db/violation.ts'
import { Failure } from '../kernel/failure.ts'
import type { AppEnv } from './app-env.ts'

/** Every failure in the envelope of docs/conventions.md, Envelope. What is not a Failure answers 500 and never says why. */
export const answerFailure: ErrorHandler<AppEnv> = (error, c) => {
  const failure = failureFrom(error)
  if (failure.status >= 500) {
    // A failure we know needs no trace. Of any other only its name: drizzle puts the parameters of a query, and so
    // people's data, into its messages.
    const what = error instanceof Failure ? error.code : traceOf(error)
    console.error(JSON.stringify({ requestId: c.get('requestId'), path: c.req.routePath, error: what }))
  }
  if (failure.retryAfter !== undefined) c.header('Retry-After', String(failure.retryAfter))
  if (failure.allow) c.header('Allow', failure.allow.join(', '))
  c.header('Cache-Control', 'no-store')
  return c.json(failure.toBody(), failure.status)
}

function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof Stale) return new Failure('CONFLICT', { reason: 'INVALID_TRANSITION' })
  if (error instanceof HTTPException && error.status === 400) {
    return new Failure('VALIDATION_ERROR', { message: 'La requête est illisible.' })
  }
  return new Failure('INTERNAL_ERROR')
}

const traceOf = (error: unknown) =>
  error instanceof Error ? `${error.name} ${error.stack?.split('\n').slice(1, 6).join(' ') ?? ''}` : typeof error
