import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptFile, Manifest } from '#domain/core/backups/manifest.ts'

/** The backups that make one restored database, oldest first; the later ones; and manifests that could not be read. */
export type Chain = { folder: string; backups: Manifest[]; later: Manifest[]; damaged: string[] }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Reads a file of the folder. @throws if it is missing, or its hash is another */
function readWhole(folder: string, key: string, hash: string): Buffer {
  const path = join(folder, key)
  if (!existsSync(path)) throw new Error(`${key} is missing.`)
  const bytes = readFileSync(path)
  if (sha256(bytes) !== hash) throw new Error(`${key} is damaged: its hash is another.`)
  return bytes
}

const hashIn = (key: string) => /manifest-([0-9a-f]{64})\.json$/.exec(key)?.[1] ?? ''

function readManifest(folder: string, key: string): Manifest {
  const manifest = JSON.parse(readWhole(folder, key, hashIn(key)).toString()) as Manifest
  if (manifest.format !== 1) throw new Error(`${key} has format ${manifest.format}, which this version does not read.`)
  return manifest
}

/**
 * Reads the backups of a folder, finds the chain of the newest one, and checks the hash of each file in the chain.
 * @param until the last moment wanted, ISO 8601; by default the newest. With it, a damaged manifest is only noted
 * @throws if there is no backup, or a file is missing or damaged
 */
export function readChain(folder: string, until?: string): Chain {
  const keys = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const damaged: string[] = []
  const all = keys.filter(hashIn).flatMap((key) => {
    try {
      return [readManifest(folder, key)]
    } catch (error) {
      if (until === undefined) throw error
      damaged.push(key)
      return []
    }
  })
  all.sort((a, b) => a.at.localeCompare(b.at) || a.backup.localeCompare(b.backup))
  const wanted = all.filter(({ at }) => until === undefined || at <= until)
  const last = wanted.at(-1)
  if (!last) throw new Error(`${folder} has no finished backup${until ? ` of before ${until}` : ''}.`)
  const backups = [last]
  for (let key = last.previous; key; key = backups[0]?.previous ?? null) backups.unshift(readManifest(folder, key))
  for (const { key, sha256 } of backups.flatMap(({ files }) => files)) readWhole(folder, key, sha256)
  return { folder, backups, later: all.slice(wanted.length), damaged }
}

type Line = { table: string; key: number | (string | number)[]; values?: unknown[] }

/** Reads the lines of a file, after its bytes, hash and number of rows were checked against the manifest. */
export function readLines(folder: string, { key, sha256, rows, bytes }: KeptFile): Line[] {
  const whole = readWhole(folder, key, sha256)
  const lines = whole.toString().trimEnd().split('\n')
  if (whole.length !== bytes || lines.length !== rows)
    throw new Error(`${key} has ${lines.length} rows instead of ${rows}.`)
  return lines.map((line) => JSON.parse(line) as Line)
}
