import { framesOf, nameOf, sqlOf } from './error-trace.ts'
import { Failure } from './failure.ts'

const MOST = 20_000

/**
 * Shows all of an error to a developer: its message (a query's has the SQL and its values), stack frames and causes.
 * Each frame has its own line, so that wrangler can map it to the source.
 */
export const wholeOf = (error: unknown): string => linesOf(error, []).join('\n').slice(0, MOST)

function linesOf(error: unknown, seen: unknown[]): string[] {
  if (!(error instanceof Error)) return [`${typeof error}: ${String(error)}`]
  if (seen.includes(error)) return []
  const next = (other: unknown) => linesOf(other, [...seen, error])
  const { cause } = error
  const others = error instanceof AggregateError ? error.errors.flatMap((each) => ['one of them:', ...next(each)]) : []
  const refusal =
    error instanceof Failure ? ` ${[error.code, error.reason, error.guard].filter(Boolean).join(' ')}` : ''
  const message = `${nameOf(error)}${refusal}: ${error.message}`
  const sql = sqlOf(error)
  const isSaid = sql === undefined || message.includes(sql)
  const itself = [message, ...(isSaid ? [] : [sql]), ...framesOf(error).map((frame) => `    ${frame}`), ...others]
  return cause === undefined ? itself : [...itself, 'caused by', ...next(cause)]
}
