import { Hono } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '../../http/app-env.ts'

/** The page needs its own scripts and the document, and Swagger UI writes styles of its own; nothing comes from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

const PAGE = html`<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Soko · API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>`

const START = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})`

/** The API's documents as a page (assets/docs holds Swagger UI, put there by scripts/docs-assets.ts). */
export const docs = new Hono<AppEnv>()
  .get('/docs', (c) => c.html(PAGE, 200, { 'Content-Security-Policy': POLICY }))
  .get('/docs/start.js', (c) => c.body(START, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
