import type { Env } from '../env.ts'
import type { Facts } from '../kernel/facts.ts'
import { Failure, fail } from '../kernel/failure.ts'
import { report, withFacts } from '../kernel/report.ts'
import { type Result, toResult } from '../kernel/result.ts'
import { asDelegated, type Delegation } from '../platform-context.ts'

/**
 * Runs a call to a Durable Object, whose lines of the log carry the facts of the request that made it. A refusal becomes a
 * value; anything else is logged here and answers 500 there: thrown out of the object, the platform would log its message.
 */
export const answerCall = <T>(
  env: Env,
  delegation: Delegation,
  own: Facts,
  work: () => Promise<T>,
): Promise<Result<T>> =>
  withFacts({ ...delegation.facts, mode: env.MODE, ...own }, () =>
    toResult(() =>
      asDelegated(env, delegation, work).catch((error: unknown) => {
        if (!(error instanceof Failure)) report('object failed', {}, error)
        throw error
      }),
    ).catch(() => toResult(async () => fail('INTERNAL_ERROR'))),
  )
