import type { Hono } from 'hono'
import { fail } from '../kernel/failure.ts'
import type { AppEnv } from './app-env.ts'
import { type Operation, operationOf } from './operation.ts'

export type Route = { method: string; path: string; operation: Operation }

/** Every operation of Hono's own route table. */
export function routesOf(app: Hono<AppEnv>): Route[] {
  return app.routes.flatMap(({ method, path, handler }) => {
    const operation = operationOf(handler)
    return operation ? [{ method, path, operation }] : []
  })
}

type Node = { literals: Map<string, Node>; parameter?: Node; methods: Set<string> }
const newNode = (): Node => ({ literals: new Map(), methods: new Set() })

/**
 * Tells whether a path exists, and with which methods. A literal segment wins over a parameter at the first place where
 * two paths differ, and a literal path owns all its methods:
 * `DELETE /products/categories` is a 405 and never deletes the product "categories" (docs/conventions.md, Routing).
 */
export class RouteTable {
  private readonly root = newNode()

  constructor(routes: { method: string; path: string }[]) {
    for (const { method, path } of routes) {
      let node = this.root
      for (const segment of path.split('/')) {
        if (segment.startsWith(':')) {
          node.parameter ??= newNode()
          node = node.parameter
        } else {
          const next = node.literals.get(segment) ?? newNode()
          node.literals.set(segment, next)
          node = next
        }
      }
      node.methods.add(method)
    }
  }

  /** Refuses an unknown path with 404 and an unknown method of a known path with 405 and its Allow. */
  check(method: string, path: string): void {
    const found = find(this.root, path.split('/'), 0)
    if (!found) fail('NOT_FOUND', { message: "Cette adresse n'existe pas." })
    const asked = method === 'HEAD' ? 'GET' : method
    if (found.methods.has(asked)) return
    const allow = [...found.methods, ...(found.methods.has('GET') ? ['HEAD'] : []), 'OPTIONS']
    fail('METHOD_NOT_ALLOWED', { allow })
  }
}

function find(node: Node, segments: string[], at: number): Node | undefined {
  const segment = segments[at]
  if (segment === undefined) return node.methods.size > 0 ? node : undefined
  const literal = node.literals.get(segment)
  const found = literal && find(literal, segments, at + 1)
  if (found) return found
  return node.parameter && segment !== '' ? find(node.parameter, segments, at + 1) : undefined
}
