import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './run.ts'

const TOOLS = join(ROOT, 'generators/node_modules')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** Generates clients with the two generators that TypeScript developers use most, in `openapi-typescript.ts` and `hey-api/`. */
export function generateTypeScript(document: string, folder: string): void {
  const types = join(folder, 'openapi-typescript.ts')
  run(process.execPath, [join(TOOLS, 'openapi-typescript/bin/cli.js'), document, '-o', types], folder)
  const client = join(folder, 'hey-api')
  const quietly = ['--silent', '--no-log-file']
  run(
    process.execPath,
    [join(TOOLS, '@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', client, ...quietly],
    folder,
  )
}

/** Compiles everything in the folder with the strictest options, and with a browser's globals alone. */
export function compileTypeScript(folder: string): void {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['es2022', 'dom'],
    types: [],
  }
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ['.'] }))
  run(process.execPath, [TSC, '-p', config], folder)
}
