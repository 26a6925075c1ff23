import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Json, olderDocument } from './older-document.ts'
import { run } from './run.ts'

/** The last package of the generator that holds the program itself; later packages load it from Maven. */
const GENERATOR = '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2'
const INTEGRITY = 'sha512-zcuOcVKuQ/wp5immG4l3/w5koLHLy+NCoFPK4RQ2iz34kHgtaRfXzNIroulHWLUNuoWgx9y2zYecEITX6ndGMA=='
const SETTINGS = 'packageName=soko,serializationLibrary=gson,dateLibrary=string,enumPropertyNaming=UPPERCASE'
const LIBRARIES = ['okhttp', 'okio', 'gson'].map((name) => `/usr/share/java/${name}.jar`)

/** Generates a Kotlin client in `kotlin/` with OpenAPI Generator. */
export function generateKotlin(document: Json, folder: string): void {
  const older = join(folder, 'openapi-3.0.json')
  writeFileSync(older, JSON.stringify(olderDocument(document)))
  const out = join(folder, 'kotlin')
  rmSync(out, { recursive: true, force: true })
  const what = ['generate', '-i', older, '-g', 'kotlin', '--library', 'jvm-okhttp3', '-o', out]
  run('java', ['-jar', generator(folder), ...what, `--additional-properties=${SETTINGS}`], folder)
}

/** Compiles the Kotlin client with Debian's compiler and libraries; if they are missing, says which to install. */
export function compileKotlin(folder: string): string {
  const isThere = spawnSync('kotlinc', ['-version']).status === 0 && LIBRARIES.every((path) => existsSync(path))
  if (!isThere) return 'not compiled: apt-get install --no-install-recommends kotlin libokhttp-java libgoogle-gson-java'
  const sources = globSync('kotlin/src/main/**/*.kt', { cwd: folder })
  const options = ['-nowarn', '-cp', LIBRARIES.join(':'), '-d', join(folder, 'kotlin.jar')]
  run('kotlinc', [...options, ...sources], folder, { env: { JAVA_OPTS: '-Xmx2g' } })
  return `${sources.length} files compiled`
}

function generator(folder: string): string {
  const jar = join(folder, 'openapi-generator/package/bin/openapi-generator.jar')
  if (existsSync(jar)) return jar
  const place = join(folder, 'openapi-generator')
  mkdirSync(place, { recursive: true })
  const [packed] = JSON.parse(run('npm', ['pack', '--json', GENERATOR], place)) as {
    filename: string
    integrity: string
  }[]
  if (packed?.integrity !== INTEGRITY) throw new Error(`${GENERATOR} is not the one that was looked at`)
  run('tar', ['-xzf', packed.filename], place)
  return jar
}
