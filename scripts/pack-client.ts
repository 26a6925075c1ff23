import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { app } from '../src/app.ts'
import { createClient } from '../src/client.ts'
import { routesOf } from '../src/http/route-table.ts'
import { declarationsOf } from './clients/declarations.ts'
import { ROOT, run } from './clients/run.ts'
import { openApiDocument } from './openapi/document.ts'

const routes = routesOf(app)

/** Builds the package `@soko/client` in a folder, ready for `npm pack`. */
export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [join(ROOT, 'src/client.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'error',
  })
  writeFileSync(join(folder, 'index.d.ts'), format(declarationsOf({ nameOf, describe })))
  const manifest = { ...manifestOf('client/package.json'), version: manifestOf('package.json').version }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(ROOT, 'client/README.md'), join(folder, 'README.md'))
  copyFileSync(join(ROOT, 'node_modules/hono/LICENSE'), join(folder, 'LICENSE-hono'))
}

const manifestOf = (path: string): Record<string, unknown> => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

const { components } = openApiDocument(routes) as {
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
}
const sorted = (fields: string[]) => fields.toSorted().join()
/** Names of the document by their fields; of two names for the same fields, the shorter one. */
const names = new Map(
  Object.entries(components.schemas)
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, { properties = {} }]) => [sorted(Object.keys(properties)), name]),
)

/** The document's name for an object with these fields; a single field is too little to name an object. */
const nameOf = (fields: string[]) => (fields.length > 1 ? names.get(sorted(fields)) : undefined)

type Group = { [part: string]: Group } & { $url(): URL }

/** The summary of an operation and its callers, from the route that the client would call. */
function describe(method: string, parts: string[]): string {
  const client = createClient({ baseUrl: 'http://soko', clientType: 'web' }) as unknown as Group
  const place = parts.reduce<Group>((group, part) => group[part] as Group, client)
  const path = decodeURI(place.$url().pathname).replace(/(?<=.)\/$/, '')
  const route = routes.find((each) => each.method === method && each.path === path)
  if (!route) throw new Error(`no operation is at ${parts.join('.')}: ${method} ${path}`)
  const { summary, roles, guestsBring } = route.operation
  const signedIn = guestsBring ? `whoever is signed in, a guest with ${guestsBring}` : 'whoever is signed in'
  const who = roles === 'public' ? 'everybody' : roles === 'signedIn' ? signedIn : roles.join(', ')
  return `${summary} (${who}).`
}

/** Formats a text in the style of this repository. */
function format(input: string): string {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  return run(process.execPath, [biome, 'format', '--stdin-file-path=client/index.d.ts'], ROOT, { input })
}

if (import.meta.main) {
  const folder = join(ROOT, 'dist/client')
  await buildClient(folder)
  const size = (name: string) => `${name} ${Math.ceil(readFileSync(join(folder, name)).length / 1024)} KiB`
  console.log(`${folder}: ${size('index.js')}, ${size('index.d.ts')}`)
}
