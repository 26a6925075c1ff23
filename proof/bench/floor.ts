import { scrypt } from 'node:crypto'
import { filler, type Statement, type Step } from './recording.ts'

/** Everything that each operation does outside its own code, as it was recorded. */
const scripts = new Map<string, Step[]>()

/**
 * The floor: the same SQL in the same trips through raw D1, the same outside calls and the same password hash, and nothing
 * else: no router, no validation, no token, no Durable Object, no query builder, no view.
 */
export default {
  async fetch(request, env, execution): Promise<Response> {
    const name = new URL(request.url).pathname.slice(1)
    if (request.method === 'PUT') {
      scripts.set(name, await request.json())
      return new Response()
    }
    const steps = scripts.get(name)
    if (!steps) return new Response('no such script', { status: 404 })
    const fill = filler(JSON.parse(request.headers.get('x-given') ?? '{}'))
    let answer: unknown
    for (const step of steps) {
      const done = perform(step, env.DB, fill)
      if (step.late) execution.waitUntil(done)
      else answer = await done
    }
    return Response.json(answer)
  },
} satisfies ExportedHandler<{ DB: D1Database }>

async function perform(step: Step, db: D1Database, fill: (text: string) => string): Promise<unknown> {
  if (step.kind === 'hash') {
    return new Promise((resolve) => scrypt('floor', 'salt', 32, { N: 2 ** 14, r: 8, p: 5 }, () => resolve(undefined)))
  }
  if (step.kind === 'call') {
    const { url, method, headers, body } = step
    return (await fetch(url, { method, headers, body: body && fill(body) })).json()
  }
  const prepared = step.statements.map(({ sql, params }: Statement) =>
    db.prepare(sql).bind(...params.map((param) => (typeof param === 'string' ? fill(param) : param))),
  )
  if (step.isBatch) return (await db.batch(prepared)).map(({ results }) => results)
  return step.path === '/execute' ? prepared[0]?.run() : prepared[0]?.raw()
}
