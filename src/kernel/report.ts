import { AsyncLocalStorage } from 'node:async_hooks'
import { traceOf, wholeOf } from './error-trace.ts'

/** Words, numbers and ids of ours: never what somebody typed, nor an address, a number, a code or a token. */
export type Facts = Record<string, string | number | boolean | null | undefined>

/** `mode` decides how much is printed of an error, and nothing else. */
type Scope = Facts & { mode?: string | undefined }

const scopes = new AsyncLocalStorage<Scope>()

const LINE_MAX = 8000

/**
 * Logs one line of JSON: the event, the facts of the work around it and its own, and the error that was its cause. In
 * production of an error only what can hold nothing of a person; elsewhere all of it. Without an error it is a line of
 * information.
 */
export function report(event: string, facts: Facts, error?: unknown): void {
  const { mode, ...around } = scopes.getStore() ?? {}
  const isWhole = mode === 'development' || mode === 'test'
  const said = error === undefined ? {} : { error: isWhole ? wholeOf(error) : traceOf(error) }
  const line = JSON.stringify({ event, ...around, ...facts, ...said }).slice(0, LINE_MAX)
  if (error === undefined) console.info(line)
  else console.error(line)
}

/** Runs work, each line of which carries these facts beside those of the work around it. */
export const withFacts = <T>(facts: Scope, work: () => T): T => scopes.run({ ...scopes.getStore(), ...facts }, work)

/** Adds what is known only now to the facts of the work under way. */
export const addFacts = (facts: Facts): void => void Object.assign(scopes.getStore() ?? {}, facts)
