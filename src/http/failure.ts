import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Stale } from '../db/violation.ts'
import { Failure } from '../kernel/failure.ts'
import { report } from '../kernel/report.ts'
import { failureOfStumble, stumbleBehind } from '../kernel/stumble.ts'
import type { AppEnv } from './app-env.ts'
import { reportRefusal } from './report-refusal.ts'

/** Answers every error in the envelope of docs/conventions.md, Envelope. An error that is no Failure answers 500 and does not say why. */
export const answerFailure: ErrorHandler<AppEnv> = (error, c) => {
  const failure = failureFrom(error)
  reportRefusal(c.get('operation'), error)
  if (failure.status >= 500) report('request failed', { requestId: c.get('requestId'), path: c.req.routePath }, error)
  c.header('Cache-Control', 'no-store')
  // A handler may have said already who keeps its answer.
  for (const name of ['Cloudflare-CDN-Cache-Control', 'Cache-Tag']) c.header(name, undefined)
  if (failure.retryAfter !== undefined) c.header('Retry-After', String(failure.retryAfter))
  if (failure.code === 'UPGRADE_REQUIRED') c.header('Upgrade', 'websocket')
  if (failure.allow) c.header('Allow', failure.allow.join(', '))
  return c.json(failure.toBody(), failure.status)
}

function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error
  const stumble = stumbleBehind(error)
  if (stumble) return failureOfStumble(stumble)
  if (error instanceof Stale) return new Failure('CONFLICT', { reason: 'INVALID_TRANSITION' })
  if (error instanceof HTTPException && error.status === 400) {
    return new Failure('VALIDATION_ERROR', { message: 'La requête est illisible.' })
  }
  return new Failure('INTERNAL_ERROR')
}
