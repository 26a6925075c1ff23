import { outside } from '#testing/running/call.ts'
import type { RunningService } from '#testing/running/start.ts'
import type { Case } from './case.ts'
import type { Operation } from './document.ts'
import type { Random } from './random.ts'

type Movement = { id: string; gateway: 'A' | 'B'; kind: string }
type Signed = { headers: Record<string, string>; body: string }

export const isCallback = ({ path }: Operation) => path.includes('/callbacks')

/**
 * A callback of some movement of this run as its gateway signs it: taken, whatever the movement.
 * @returns undefined before anything moved
 */
export async function signedCallback(
  service: RunningService,
  operation: Operation,
  random: Random,
): Promise<Case | undefined> {
  const [, gateway, kind] = /gateway(A|B)\/callbacks(?:\/(\w+)s)?$/.exec(operation.path) ?? []
  const all = (await outside<Movement[]>(service, 'GET', '/movements')).filter((each) => each.gateway === gateway)
  const ofKind = all.filter((each) => each.kind === kind)
  // If nothing was moved so, a callback at that address is about nothing we know.
  const pool = ofKind.length > 0 ? ofKind : all
  if (pool.length === 0) return undefined
  const { id } = random.pick(pool)
  const url = new URL(operation.path, service.api).href
  const signed = await outside<Signed>(service, 'POST', `/movements/${id}/sign-callback`, { url })
  return { operation, as: 'guest', address: operation.path, ...signed, mustAnswer: [200] }
}
