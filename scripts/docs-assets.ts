/** Writes the OpenAPI document and the files that show it at /docs into assets/docs, so that the page needs no CDN. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './clients/run.ts'
import { documentFiles } from './openapi/files.ts'

const FROM = join(ROOT, 'node_modules/swagger-ui-dist')
const TO = join(ROOT, 'assets/docs')

export function writeDocsAssets(): void {
  mkdirSync(TO, { recursive: true })
  const swagger = ['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => [name, readFileSync(join(FROM, name))])
  const files: Record<string, string | Buffer> = { ...documentFiles(), ...Object.fromEntries(swagger) }
  for (const [name, contents] of Object.entries(files)) writeChanged(name, Buffer.from(contents))
  // The page of a group that has another name now would be uploaded too.
  for (const name of readdirSync(TO).filter((each) => !(each in files))) rmSync(join(TO, name))
}

/** An unchanged file is not written: a running server would reload its assets. */
function writeChanged(name: string, contents: Buffer): void {
  const path = join(TO, name)
  if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents)
}

if (import.meta.main) writeDocsAssets()
