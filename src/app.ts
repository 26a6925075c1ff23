import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { findActor } from './domain/people/sessions/find-actor.ts'
import type { AppEnv } from './http/app-env.ts'
import { startFailure } from './http/boot.ts'
import { answerFailure } from './http/failure.ts'
import { secureHeaders } from './http/headers.ts'
import { openApiDocument } from './http/openapi.ts'
import { RouteTable, routesOf } from './http/route-table.ts'
import { accessTokenOf, isAllowedOrigin } from './http/session.ts'
import { contextOf } from './platform-context.ts'
import { products } from './routes/catalogue/products.ts'
import { docs } from './routes/core/docs.ts'
import { media } from './routes/core/media.ts'
import { gatewayA } from './routes/money/gateway-a.ts'
import { gatewayB } from './routes/money/gateway-b.ts'
import { ledger } from './routes/money/ledger.ts'
import { gatewayAPayouts, payouts } from './routes/money/payouts.ts'
import { payout, wallet } from './routes/money/wallet.ts'
import { platform } from './routes/office/platform.ts'
import { deliveries } from './routes/orders/deliveries.ts'
import { orders } from './routes/orders/orders.ts'
import { riders } from './routes/orders/riders.ts'
import { auth } from './routes/people/auth.ts'
import { google } from './routes/people/google.ts'
import { passkeys } from './routes/people/passkeys.ts'
import { passwords } from './routes/people/passwords.ts'
import { profile } from './routes/people/profile.ts'
import { recovery } from './routes/people/recovery.ts'
import { secondaryEmail } from './routes/people/secondary-email.ts'
import { sessions } from './routes/people/sessions.ts'
import { totp } from './routes/people/totp.ts'
import { users } from './routes/people/users.ts'
import { plans } from './routes/shops/plans.ts'
import { seller } from './routes/shops/seller.ts'
import { subscriptions } from './routes/shops/subscriptions.ts'

/** The table of contents: what every request passes, then every group of operations. */
export const app = new Hono<AppEnv>().onError(answerFailure).notFound((c) => {
  table.check(c.req.method, c.req.path)
  throw new Error(`no handler answered ${c.req.method} ${c.req.path}`)
})

app.use(secureHeaders)
app.use(
  cors({
    origin: (origin, c) => (isAllowedOrigin(c.env.ALLOWED_ORIGINS, origin) ? origin : null),
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Client-Type'],
    exposeHeaders: ['Retry-After', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed', 'X-Request-Id', 'ETag'],
    maxAge: 86400,
  }),
)
app.use(async (c, next) => {
  const notReady = startFailure(c.env)
  if (notReady) throw notReady
  if (c.req.path.startsWith('/api/')) table.check(c.req.method, c.req.path)
  const ctx = contextOf(c.env, (work) => c.executionCtx.waitUntil(work))
  c.set('ctx', ctx)
  c.set('identify', () => findActor(ctx, accessTokenOf(c)))
  await next()
  if (c.env.MODE !== 'production') c.header('X-D1-Round-Trips', String(ctx.meter.trips))
})

app.route('/api/v1/auth', auth)
app.route('/api/v1/auth', sessions)
app.route('/api/v1/auth', google)
app.route('/api/v1/auth/password', passwords)
app.route('/api/v1/auth/recovery', recovery)
app.route('/api/v1/auth/secondary-email', secondaryEmail)
app.route('/api/v1/auth/passkey', passkeys)
app.route('/api/v1/auth/totp', totp)
app.route('/api/v1/users/me', profile)
app.route('/api/v1/users', users)
app.route('/api/v1/seller', seller)
app.route('/api/v1/plans', plans)
app.route('/api/v1/subscriptions', subscriptions)
app.route('/api/v1/products', products)
app.route('/api/v1/media', media)
app.route('/api/v1/orders', orders)
app.route('/api/v1/deliveries', deliveries)
app.route('/api/v1/riders', riders)
app.route('/api/v1/gatewayA', gatewayA)
app.route('/api/v1/gatewayA/payouts', gatewayAPayouts)
app.route('/api/v1/payouts', payouts)
app.route('/api/v1/payout', payout)
app.route('/api/v1/wallet', wallet)
app.route('/api/v1/ledger', ledger)
app.route('/api/v1/gatewayB', gatewayB)
app.route(
  '/api/v1',
  platform(() => document()),
)
app.route('/', docs)

const routes = routesOf(app)
const table = new RouteTable(routes)
/** Made once in each isolate, when somebody first asks. */
let text: string | undefined
const document = () => {
  text ??= JSON.stringify(openApiDocument(routes))
  return text
}
