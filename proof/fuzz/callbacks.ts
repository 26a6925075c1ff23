import { outside } from '#testing/running/call.ts'
import type { RunningService } from '#testing/running/start.ts'
import type { Case } from './case.ts'
import type { Operation } from './document.ts'
import type { Random } from './random.ts'

type Movement = { id: string; gateway: 'A' | 'B'; kind: string }
type Signed = { headers: Record<string, string>; body: string }

export const isCallback = ({ path }: Operation) => path.includes('/callbacks')

const FALSE_VALUES: unknown[] = [null, '', 0, -1, 1e300, 'zz', true, [], {}, '1.2.3', 'USD', crypto.randomUUID()]
const NONSENSE = ['', 'null', '[]', '"zz"', '{', '{}', '0', '{"status":"COMPLETED"}', '[{"status":"success"}]']

/**
 * A callback of some movement of this run as its gateway signs it: taken, whatever the movement. An invalid one says
 * something else under a true signature, which is believed or refused, and never breaks anything.
 * @returns undefined before anything moved
 */
export async function signedCallback(
  service: RunningService,
  operation: Operation,
  wanted: Case['wanted'],
  random: Random,
): Promise<Case | undefined> {
  const [, gateway, kind] = /gateway(A|B)\/callbacks(?:\/(\w+)s)?$/.exec(operation.path) ?? []
  const all = (await outside<Movement[]>(service, 'GET', '/movements')).filter((each) => each.gateway === gateway)
  const ofKind = all.filter((each) => each.kind === kind)
  // Where nothing was moved so, what comes to that address is about nothing we know.
  const pool = ofKind.length > 0 ? ofKind : all
  if (pool.length === 0) return undefined
  const { id } = random.pick(pool)
  const url = new URL(operation.path, service.api).href
  const sign = (wish: { body?: string }) =>
    outside<Signed>(service, 'POST', `/movements/${id}/sign-callback`, { url, ...wish })
  const honest = await sign({})
  const told = { operation, as: 'guest', address: operation.path } as const
  if (wanted === 'valid') return { ...told, ...honest, wanted, how: '', mustAnswer: [200] }
  const { body, how } = falsify(honest.body, random)
  return { ...told, ...(await sign({ body })), wanted, how: `signed: ${how}`, mustAnswer: [200, 400, 401] }
}

function falsify(honest: string, random: Random): { body: string; how: string } {
  const said = JSON.parse(honest) as Record<string, unknown>
  const body = random.pick(NONSENSE)
  if (random.chance(0.2)) return { body, how: body }
  const key = random.pick(Object.keys(said))
  const { [key]: _, ...others } = said
  if (random.chance(0.2)) return { body: JSON.stringify(others), how: `without ${key}` }
  const value = random.pick(FALSE_VALUES)
  return { body: JSON.stringify({ ...said, [key]: value }), how: `${key} = ${JSON.stringify(value)}` }
}
