/** Writes the OpenAPI document and the files that show it at /docs into assets/docs, so that the page needs no CDN. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './clients/run.ts'
import { documentFiles } from './openapi/files.ts'

const FROM = join(ROOT, 'node_modules/swagger-ui-dist')
const TO = join(ROOT, 'assets/docs')

export function writeDocsAssets(): void {
  mkdirSync(TO, { recursive: true })
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) writeChanged(name, readFileSync(join(FROM, name)))
  for (const [name, text] of Object.entries(documentFiles())) writeChanged(name, Buffer.from(text))
}

/** An unchanged file is not written: a running server would reload its assets. */
function writeChanged(name: string, contents: Buffer): void {
  const path = join(TO, name)
  if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents)
}

if (import.meta.main) writeDocsAssets()
