import { codesTo } from '#testing/running/call.ts'
import type { Stage } from './campaign.ts'
import { type Operation, resolve } from './document.ts'
import type { Random } from './random.ts'
import type { Facts } from './suggest.ts'

/** Makes the facts that a case of an operation starts from; its caller, and the codes they were sent, come later. */
export function factsOf(stage: Stage, operation: Operation, at: number, random: Random): Facts {
  const isOfAccount =
    operation.access === 'public' &&
    /\/auth\/(?!create|register)/.test(operation.path) &&
    fieldsOf(stage, operation).includes('email')
  const known = isOfAccount ? stage.pool.one('account', random) : undefined
  const account: Facts['account'] = known && JSON.parse(known)
  return { random, at, pool: stage.pool, codes: [], caller: undefined, account, next: () => ++stage.count }
}

/** The codes that came to whom a case is about, newest first, if it takes any. */
export async function codesFor(stage: Stage, operation: Operation, { account, caller }: Facts): Promise<string[]> {
  if (!fieldsOf(stage, operation).some((field) => field === 'code' || field === 'otpCode')) return []
  if (account) return codesTo(stage.service, account.email)
  if (!caller) return []
  return codesTo(
    stage.service,
    caller.asked && /Phone|PayoutNumber/.test(operation.operationId) ? caller.asked : caller.email,
  )
}

const fieldsOf = ({ document }: Stage, { body }: Operation): string[] =>
  Object.keys((body && resolve(document, body.schema).properties) ?? {})
