import { type Context, Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import type * as z from 'zod'
import { SealedOrder } from '../db/violation.ts'
import type { AppEnv } from './app-env.ts'
import { underAdmission } from './identify.ts'
import type { Op } from './op.ts'
import type { Declaration, Input, Output, Schema } from './operation.ts'

/** The type of one operation for hono's client: its input, and the data of its answer. */
export type Endpoint<S extends Declaration> = {
  input: Input<S>
  output: S['ok'] extends Schema ? { success: true; data: z.output<S['ok']> } : unknown
  outputFormat: S['ok'] extends Schema ? 'json' : string
  status: S['status'] extends number ? S['status'] : 200
}

type Add<Known, Method extends string> = <const Path extends string, const S extends Declaration>(
  path: Path,
  operation: Op<S>,
  handler: (c: Context<AppEnv, string, { in: Input<S>; out: Output<S> }>) => Response | Promise<Response>,
) => Router<Known & { [At in Path]: { [As in `$${Method}`]: Endpoint<S> } }>

/**
 * The type of a router. Hono's own types allow ten handlers in a row with any mixture of inputs. Here each route is its
 * operation and its handler, which the compiler checks in a fraction of the time.
 */
export type Router<Known = unknown> = {
  get: Add<Known, 'get'>
  post: Add<Known, 'post'>
  put: Add<Known, 'put'>
  delete: Add<Known, 'delete'>
  /** Takes over the routes of another router. */
  route<More>(at: '/', more: Router<More>): Router<Known & More>
  routes: RouterRoute[]
  /** Only for the compiler: the routes as the client knows them. */
  known?: Known
}

/** Begins a router of operations. The pages of src/routes/core/pages.ts are no operations and use none. */
export function newRouter(): Router {
  const router = new Hono<AppEnv>() as unknown as Router
  for (const method of METHODS) Object.assign(router, { [method]: withAdmission(router[method].bind(router) as Adds) })
  return router
}

const METHODS = ['get', 'post', 'put', 'delete'] as const
type Adds = (path: string, operation: unknown, handler: (c: Context<AppEnv>) => Response | Promise<Response>) => Router

/** Adds routes whose handlers run under the admission of their caller. */
const withAdmission =
  (add: Adds): Adds =>
  (path, operation, handler) =>
    add(path, operation, (c) => underAdmission(c, () => withUnsealed(c, () => handler(c))))

/** Orders that one operation may need at most. */
const MOST_UNSEALED = 4

/** Runs a handler, and again once a sealed order that it needs is there: it has done nothing before it asked for one. */
async function withUnsealed(c: Context<AppEnv>, handler: () => Response | Promise<Response>): Promise<Response> {
  for (let left = MOST_UNSEALED; ; left--) {
    try {
      return await handler()
    } catch (error) {
      if (!(error instanceof SealedOrder) || left === 0) throw error
      await c.get('unseal')(error.orderId)
    }
  }
}

/** A router as Hono mounts it. */
export const asHono = (router: Pick<Router, 'routes'>) => router as unknown as Hono<AppEnv>
