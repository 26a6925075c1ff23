import { Defect } from './defect.ts'
import { Failure } from './failure.ts'
import { excerpt } from './text.ts'

/** An error as production logs it: no field can hold a text that somebody typed. */
export type Trace = {
  name: string
  /** The message; only for errors of our own. */
  message?: string
  code?: string
  reason?: string | undefined
  guard?: string | undefined
  /** The text of the statements, without their values. */
  sql?: string
  /** The database's own message. */
  database?: string
  stack?: string[]
  cause?: Trace
  errors?: Trace[]
}

const SQL_MAX = 3000
const MESSAGE_MAX = 300
const FRAME_MAX = 200
const FRAMES = 20
/** A cause needs fewer frames: it was thrown close by. */
const FRAMES_OF_CAUSE = 4
const CAUSES = 5
const ERRORS = 3

const batches = new WeakMap<Error, string>()

/** Remembers the SQL of a batch with the error that ended it: D1's own error does not hold it, drizzle's does. */
export const noteSql = (error: unknown, sql: string): void => void (error instanceof Error && batches.set(error, sql))

/** The SQL of the query or batch that failed with this error, with `?` for each value. */
export const sqlOf = (error: Error): string | undefined => (isQuery(error) ? error.query : batches.get(error))

/** Describes an error for production's log. Messages of others stay out: drizzle's hold a query's values, and a parser's its text. */
export const traceOf = (error: unknown): Trace => traceAt(error, 0, false)

function traceAt(error: unknown, depth: number, isOfQuery: boolean): Trace {
  if (!(error instanceof Error)) return { name: typeof error }
  const sql = sqlOf(error)
  const isOfDatabase = isOfQuery || batches.has(error) || error.message.startsWith('D1_')
  const { cause } = error
  // D1 wraps its message once more, in a cause with the same text, so that cause is left out.
  const goesOn = cause !== undefined && depth < CAUSES && !isOfDatabase
  return {
    name: nameOf(error),
    ...ownWordsOf(error),
    ...(sql !== undefined && { sql: excerpt(sql, SQL_MAX) }),
    ...(isOfDatabase && { database: excerpt(withoutValues(error.message), MESSAGE_MAX) }),
    stack: framesOf(error)
      .slice(0, depth === 0 ? FRAMES : FRAMES_OF_CAUSE)
      .map((frame) => excerpt(frame, FRAME_MAX)),
    ...(goesOn && { cause: traceAt(cause, depth + 1, isQuery(error)) }),
    ...(error instanceof AggregateError &&
      depth < CAUSES && { errors: error.errors.slice(0, ERRORS).map((each) => traceAt(each, CAUSES, false)) }),
  }
}

/** Our own words of an error. A refusal below 500 gives no message, because that may name what somebody typed; its code is enough. */
function ownWordsOf(error: Error): Partial<Trace> {
  if (error instanceof Defect) return { message: excerpt(error.message, MESSAGE_MAX) }
  if (!(error instanceof Failure)) return {}
  const { code, reason, guard, message, status } = error
  return { code, reason, guard, ...(status >= 500 && { message: excerpt(message, MESSAGE_MAX) }) }
}

/** Recognizes drizzle's error of a query by its shape, because this room does not import drizzle. */
const isQuery = (error: Error): error is Error & { query: string } =>
  'query' in error && 'params' in error && typeof error.query === 'string'

/** The name of an error's class. A name that cannot be a class's was put there by somebody, and becomes `Error`. */
export function nameOf(error: Error): string {
  if (error.name === 'Error' && isQuery(error)) return 'DrizzleQueryError'
  return /^[A-Za-z_$][\w$]{0,60}$/.test(error.name) ? error.name : 'Error'
}

const FRAME = /^\s+at (?:[\w$.<>#*[\] ]+ \()?[\w$./:@?=&%~+-]+:\d+:\d+\)?$/

/**
 * The stack frames of an error, each as `at verb (file:line:column)`. The message before them, which may have several
 * lines, is left out.
 */
export function framesOf({ stack = '', message }: Error): string[] {
  const afterMessage = message === '' ? 0 : stack.indexOf(message) + message.length
  return stack
    .slice(Math.max(0, afterMessage))
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim())
}

/**
 * Removes values from a message of D1 or SQLite. Names of tables, columns and constraints stay; text in quotes goes,
 * and so does each word that could be a number, an address, a code or a token.
 */
export const withoutValues = (message: string) =>
  message
    .replace(/\bindex '(\w+)'/g, 'index $1')
    .replace(/["'`].*["'`]|["'`].*/s, '…')
    .split(/\s+/)
    .map((word) => (isName(word) ? word : '…'))
    .join(' ')

const isName = (word: string) =>
  /^(D1|SQLITE)(_[A-Z_]+)?:?$/.test(word) ||
  word === '…' ||
  (/^[A-Za-z\d_.,:;()…/=-]{0,64}$/.test(word) && !/\d{4}/.test(word) && !(/[A-Z]/.test(word) && /\d/.test(word)))
