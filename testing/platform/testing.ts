import { execution, reset as resetAll } from './workers.ts'

/* Stands in for `cloudflare:test`, as workers.ts does for `cloudflare:workers`. */

export const reset = resetAll
export const createExecutionContext = execution
export const createScheduledController = (options: object) => ({ noRetry: () => undefined, ...options })
/** Waits for all work that is left; it may leave more. */
export async function waitOnExecutionContext({ work }: ReturnType<typeof execution>): Promise<void> {
  for (let done = 0; done < work.length; done++) await work[done]
}
