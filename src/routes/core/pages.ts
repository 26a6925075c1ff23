import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { AppEnv } from '#http/app-env.ts'

/** The page has its styles in itself, and nothing comes from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 40rem; padding: 1.5rem 1rem }
li { margin: .7rem 0 }
a { color: light-dark(#0b7a53, #43c08f) }
code { overflow-wrap: anywhere }
pre { overflow-x: auto; padding: .6rem; font-size: .8rem; border: 1px solid #8886; border-radius: .5rem }`

/** The page of people who build with the service: where everything is. */
const homePage = ({ MODE, EMAIL_BASE_URL, PUBLIC_BASE_URL }: AppEnv['Bindings']) => html`<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Soko</title>
    <link rel="icon" href="data:," />
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <h1>Soko</h1>
    <p>L'API d'une place de marché pour la République démocratique du Congo et le Rwanda.</p>
    <ul>
      <li><a href="/docs">Documentation</a> : toutes les opérations, à lire et à essayer</li>
      <li><a href="/api/v1/openapi.json">Document OpenAPI 3.1</a>, pour les outils</li>
      <li><a href="/office">Bureau</a> : ce que l'équipe décide, cherche et paie</li>
    </ul>
    ${MODE === 'development' && EMAIL_BASE_URL ? sandboxLinks(EMAIL_BASE_URL) : ''}
    <h2>Depuis TypeScript</h2>
    <p>Le client <code>src/client.ts</code> connaît le type de chaque opération ; <code>npm run client:pack</code> en fait un
    paquet sans dépendance, <code>dist/client</code>, à installer dans votre application :</p>
    <pre><code>const client = createClient({
  baseUrl: '${PUBLIC_BASE_URL}',
  clientType: 'mobile',
})
const { products } = await unwrap(
  client.products.index.$get({ query: {} }),
)</code></pre>
  </body>
</html>`

/** Development sends its mail to the sandbox: that is how its address is known here. */
const sandboxLinks = (address: string) => html`<h2>En développement</h2>
    <ul>
      <li><a href="${address}">Bac à sable</a> : messages reçus, téléphones à approuver, pannes à provoquer</li>
      <li><a href="${address}/market">Marché</a> : ce qui est en vente, comme un téléphone le montre</li>
      <li><a href="${address}/account">Mon compte</a> : connexion, application d'authentification, clés d'accès</li>
    </ul>
    <p>Comptes de démonstration : <code>buyer</code>, <code>seller</code>, <code>rider</code>, <code>support</code>,
    <code>accountant</code> et <code>admin</code>, tous <code>@demo.test</code>, mot de passe
    <code>Demo-2026-marche</code>.</p>
    <p>Ici les limites par adresse ne comptent que les requêtes qui portent <code>cf-connecting-ip</code>, et
    <code>STAFF_MFA=optional</code> laisse entrer l'équipe sans second facteur.</p>`

/**
 * Pages of the Worker that are not the market's: the one for developers. The documents (assets/docs) and the team's page are files: an address of the team's
 * without a # leads there.
 */
export const pages = new Hono<AppEnv>()
  .get('/developpeurs', (c) => c.html(homePage(c.env), 200, { 'Content-Security-Policy': POLICY }))
  .get('/office/*', (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    // The page's own files are assets: one that is missing is no page.
    if (pathname.includes('.', pathname.lastIndexOf('/'))) return next()
    return Promise.resolve(c.redirect(`/office#${pathname.slice('/office'.length)}${search}`))
  })
