import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { proveWork } from './domain/core/challenges/prove-work.ts'
import { knownDevice, markOwnDevice } from './domain/core/devices/known.ts'
import { purgeTakenDown } from './domain/core/edge/purge.ts'
import { openShelf } from './domain/core/files/shelf.ts'
import { unsealOrders } from './domain/orders/sealing/unseal.ts'
import { identify } from './domain/people/sessions/identify.ts'
import { sessionOf, sessionOfAccessToken } from './domain/people/sessions/tokens.ts'
import type { AppEnv } from './http/app-env.ts'
import { startFailure } from './http/boot.ts'
import { countTrips } from './http/count-trips.ts'
import { visitorOf } from './http/door.ts'
import { answerFailure } from './http/failure.ts'
import { secureHeaders } from './http/headers.ts'
import { addressOf, readingOf, rereadings } from './http/reread.ts'
import { RouteTable, routesOf } from './http/route-table.ts'
import { asHono } from './http/router.ts'
import { accessTokenOf, isAllowedOrigin, refreshTokenOf, ticketOf } from './http/session.ts'
import { Defect } from './kernel/defect.ts'
import { withFacts } from './kernel/report.ts'
import { market } from './pages/market.ts'
import { contextOf } from './platform-context.ts'
import { pages } from './routes/core/pages.ts'
import { PATHS, type RouterName } from './routes/paths.ts'
import { ROUTERS } from './routes/table.ts'

/** The table of contents: the middleware that every request passes, then every router of src/routes/table.ts. */
export const app = new Hono<AppEnv>().onError(answerFailure).notFound((c) => {
  table.check(c.req.method, c.req.path)
  throw new Defect('no handler answered')
})

app.use(secureHeaders)
app.use(countTrips)
app.use((c, next) => withFacts({ mode: c.env.MODE, requestId: c.get('requestId') }, next))
app.use(
  '/api/*',
  cors({
    origin: (origin, c) => (isAllowedOrigin(c.env.ALLOWED_ORIGINS, origin) ? origin : null),
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'X-Client-Type',
      'X-Device-Token',
      'X-Challenge',
    ],
    exposeHeaders: [
      'Content-Disposition',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'Idempotent-Replayed',
      'X-Request-Id',
      'ETag',
    ],
    maxAge: 86400,
  }),
)
app.use(async (c, next) => {
  const notReady = startFailure(c.env)
  if (notReady) throw notReady
  if (c.req.path.startsWith('/api/')) table.check(c.req.method, c.req.path)
  const ctx = contextOf(
    c.env,
    (work) => c.executionCtx.waitUntil(work),
    undefined,
    (c.executionCtx as ExecutionContext).cache,
  )
  c.set('ctx', ctx)
  ctx.visitor = visitorOf(c)
  c.set('identify', () => identify(ctx, accessTokenOf(c), ticketOf(c)))
  c.set('sessionOf', async () => sessionOf(ctx, accessTokenOf(c), await refreshTokenOf(c)))
  c.set('formerSession', async () => (await sessionOfAccessToken(ctx, accessTokenOf(c) ?? ''))?.sessionId)
  c.set('proveWork', (solution) => proveWork(ctx, solution))
  c.set('knownDevice', (account) => knownDevice(ctx, account))
  c.set('markDevice', () => markOwnDevice(ctx))
  c.set('openShelf', () => openShelf(ctx))
  c.set('purgeTakenDown', () => ctx.later(() => purgeTakenDown(ctx)))
  c.set('unseal', (orderId) => unsealOrders(ctx, [orderId]))
  c.set('reread', {
    of: rereading,
    read: async (at, data) => {
      const path = addressOf(at, data)
      return path === undefined ? undefined : app.fetch(readingOf(c.req.raw, path), c.env, c.executionCtx)
    },
  })
  await next()
})

for (const name of Object.keys(PATHS) as RouterName[]) app.route(PATHS[name], asHono(ROUTERS[name]))
app.route('/', market)
app.route('/', pages)

const routes = routesOf(app)
const table = new RouteTable(routes)
const rereading = rereadings(routes)
