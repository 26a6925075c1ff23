import type { Stage } from './campaign.ts'
import type { Findings } from './findings.ts'
import { failureFaults, headerFaults } from './oracle/shape.ts'
import { type Answer, ask } from './send.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Every method that a path does not declare is a 405 with its Allow, for a guest and for somebody signed in; a path that
 * nobody declares is a 404.
 * @returns how many were asked
 */
export async function checkMethods(
  { service, document, callers }: Stage,
  findings: Findings,
  headers: Record<string, string> = {},
  paths = Object.keys(document.paths),
): Promise<number> {
  const admin = callers.all.find(({ role }) => role === 'ADMIN')
  let asked = 0
  const check = async (path: string, method: string, address: string, judge: (answer: Answer) => string[]) => {
    for (const token of [undefined, admin?.token]) {
      const answer = await ask(service.api, method, address, {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
      })
      asked++
      for (const fault of [...headerFaults(answer.headers), ...failureFaults(answer), ...judge(answer)])
        findings.add({ operation: path, as: token ? 'ADMIN' : 'guest', fault, request: `${method} ${address}`, answer })
    }
  }
  for (const path of paths) {
    const declared = Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase())
    const address = path.replace(/\{\w+\}/g, () => crypto.randomUUID())
    for (const method of METHODS.filter((each) => !declared.includes(each)))
      await check(path, method, address, (answer) => allowFaults(method, declared, answer))
    await check(path, 'GET', `${address}/zz/zz/zz`, ({ status }) =>
      status === 404 ? [] : [`answers ${status} for an unknown path`],
    )
  }
  return asked
}

export function allowFaults(method: string, declared: string[], { status, headers }: Answer): string[] {
  if (status !== 405) return [`answers ${status} to ${method}`]
  const allow = [...declared, ...(declared.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ')
  const said = (headers.get('allow') ?? '').split(', ').sort().join(', ')
  return said === allow ? [] : [`405 with Allow "${said}", not "${allow}"`]
}
