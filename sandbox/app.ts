import { Hono } from 'hono'
import { accountPage } from './account-page.ts'
import { control } from './control.ts'
import { faultRoutes } from './faults.ts'
import { google } from './google.ts'
import { marketPage } from './market-page.ts'
import { mbiyopay } from './mbiyopay.ts'
import { messages } from './messages.ts'
import { page } from './page.ts'
import { pawapay } from './pawapay.ts'
import { pawapayToolkit } from './pawapay-toolkit.ts'
import { pushes } from './pushes.ts'
import type { RouteEnv } from './sandbox.ts'
import { turnstile } from './turnstile.ts'

/** The routes look at the path only: in the tests, calls to every outside host arrive here. */
export const app = new Hono<RouteEnv>()
  .get('/health', (c) => c.json({ status: 'ok', market: c.env.sandbox.settings.MARKET_BASE_URL }))
  .route('/v2', pawapay)
  .route('/v2', pawapayToolkit)
  .route('/api/v1/merchant', mbiyopay)
  .route('/', messages)
  .route('/', pushes)
  .route('/google', google)
  .route('/turnstile', turnstile)
  .route('/', control)
  .route('/faults', faultRoutes)
  .get('/', (c) => c.html(page))
  .get('/market', (c) => c.html(marketPage(c.env.sandbox.settings.MARKET_BASE_URL)))
  .get('/account', (c) => c.html(accountPage(c.env.sandbox.settings.MARKET_BASE_URL)))
  // The addresses of links in mails.
  .get('/annuler', (c) => c.html(accountPage(c.env.sandbox.settings.MARKET_BASE_URL)))
  .get('/reinitialiser', (c) => c.html(accountPage(c.env.sandbox.settings.MARKET_BASE_URL)))

app.notFound((c) => c.json({ error: 'The sandbox has no such path.', path: c.req.path }, 404))
app.onError((error, c) => {
  console.error(error)
  return c.json({ error: error.message }, 500)
})
