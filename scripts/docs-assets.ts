/** Copies what the page at /docs shows the API with into assets/, so that it needs no CDN. */
import { copyFileSync, mkdirSync } from 'node:fs'

const FROM = 'node_modules/swagger-ui-dist'
const TO = 'assets/docs'

export function copyDocsAssets(): void {
  mkdirSync(TO, { recursive: true })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) copyFileSync(`${FROM}/${file}`, `${TO}/${file}`)
}

if (import.meta.main) copyDocsAssets()
