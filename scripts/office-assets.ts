/** Bundles the page at /office (`office/`, over the typed client) into assets/office, so that it needs no CDN. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from './clients/run.ts'

const TO = join(ROOT, 'assets/office')

/** Writes main.js and main.css. @returns their sizes in bytes by name */
export async function buildOffice(): Promise<Record<string, number>> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'office/main.tsx')],
    outdir: TO,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: { '@soko/client': join(ROOT, 'src/client.ts') },
    legalComments: 'inline',
    logLevel: 'error',
  })
  mkdirSync(TO, { recursive: true })
  for (const { path, contents } of outputFiles) {
    // An unchanged file is not written: a running server would reload its assets.
    if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents)
  }
  return Object.fromEntries(outputFiles.map(({ path, contents }) => [basename(path), contents.length]))
}

if (import.meta.main) {
  for (const [name, bytes] of Object.entries(await buildOffice())) console.log(`assets/office/${name}: ${bytes} bytes`)
}
