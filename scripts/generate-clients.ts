import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from '../src/app.ts'
import { routesOf } from '../src/http/route-table.ts'
import { compileKotlin, generateKotlin } from './clients/kotlin-client.ts'
import { ROOT } from './clients/run.ts'
import { compileTypeScript, generateTypeScript } from './clients/typescript-clients.ts'
import { openApiDocument } from './openapi/document.ts'

/**
 * `npm run client:check`: generates clients from the document with public generators, and compiles them, in dist/clients.
 * `-- --kotlin` adds Kotlin's, which needs java and, to compile it, Debian's kotlin.
 */
const folder = join(ROOT, 'dist/clients')
const inTypeScript = join(folder, 'typescript')
const document = openApiDocument(routesOf(app))
const file = join(folder, 'openapi.json')

rmSync(inTypeScript, { recursive: true, force: true })
mkdirSync(inTypeScript, { recursive: true })
writeFileSync(file, JSON.stringify(document))
generateTypeScript(file, inTypeScript)
compileTypeScript(inTypeScript)
console.log(`${inTypeScript}: by openapi-typescript and @hey-api/openapi-ts, compiled`)
if (process.argv.includes('--kotlin')) {
  generateKotlin(document, folder)
  console.log(`${join(folder, 'kotlin')}: by OpenAPI Generator, ${compileKotlin(folder)}`)
}
