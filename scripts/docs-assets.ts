/** Copies the files that show the API at /docs into assets/, so that the page needs no CDN. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'

const FROM = 'node_modules/swagger-ui-dist'
const TO = 'assets/docs'

export function copyDocsAssets(): void {
  mkdirSync(TO, { recursive: true })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    // A copy that changes nothing would make a running server reload its assets.
    if (!isSame(`${FROM}/${file}`, `${TO}/${file}`)) copyFileSync(`${FROM}/${file}`, `${TO}/${file}`)
  }
}

const isSame = (a: string, b: string) => existsSync(b) && readFileSync(a).equals(readFileSync(b))

if (import.meta.main) copyDocsAssets()
