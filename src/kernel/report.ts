import { AsyncLocalStorage } from 'node:async_hooks'
import { traceOf } from './error-trace.ts'
import { wholeOf } from './error-whole.ts'
import type { Facts } from './facts.ts'
import { excerpt } from './text.ts'

/** `mode` decides how much is printed of an error, and nothing else. */
export type Scope = Facts & { mode?: string | undefined }

const scopes = new AsyncLocalStorage<Scope>()

const FACT_MAX = 300

/** V8 keeps ten frames, and drizzle and D1's binding take most of them. */
Error.stackTraceLimit = 30

/**
 * Logs an event with its facts, those of the work around it, and the error that caused it (docs/logs.md). In production
 * this is one line of JSON, of some 16 KB at most, without anything personal of the error; development and tests print
 * the whole error below it.
 * @param error absent if the service did not fail: a line of information
 */
export function report(event: string, facts: Facts, error?: unknown): void {
  const { mode, ...around } = scopes.getStore() ?? {}
  const said = { event, ...around, ...facts }
  if (error === undefined) console.info(inOneLine(said))
  else if (mode === 'development' || mode === 'test') console.error(`${inOneLine(said)}\n${wholeOf(error)}`)
  else console.error(inOneLine(said, { error: traceOf(error) }))
}

/** Runs work. Every line that it logs carries these facts beside those of the work around it. */
export const withFacts = <T>(facts: Scope, work: () => T): T => scopes.run({ ...scopes.getStore(), ...facts }, work)

/** Adds facts that are known only now to the facts of the work under way. */
export const addFacts = (facts: Facts): void => void Object.assign(scopes.getStore() ?? {}, facts)

/** The facts of the work under way, to hand on if the work continues elsewhere. */
export function factsHere(): Facts {
  const { mode, ...facts } = scopes.getStore() ?? {}
  return facts
}

const inOneLine = (facts: Facts, error = {}) => JSON.stringify({ ...mapValues(facts), ...error })

const mapValues = (facts: Facts) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? excerpt(value, FACT_MAX) : value]),
  )
