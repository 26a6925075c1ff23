import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { BUNDLING } from '../../scripts/deploy/steps.ts'

/** The text of each Worker that takes part. */
export type Built = {
  market: string
  floor: string
  metered: string
  near: string
  sandbox: string
  bundleGzipKiB: number
}

/** Builds the Worker as it is deployed, and the four that stand beside it. */
export async function buildAll(directory: string): Promise<Built> {
  execFileSync('wrangler', ['deploy', ...BUNDLING, '--dry-run', '--outdir', directory], {
    stdio: 'pipe',
    env: offline(),
  })
  const market = readFileSync(join(directory, 'index.js'), 'utf8')
  const [floor, metered, near, sandbox] = await Promise.all([
    bundle('proof/bench/floor.ts'),
    bundle('proof/bench/metered.ts'),
    bundle('proof/bench/near.ts'),
    bundle('sandbox/index.ts'),
  ])
  return { market, floor, metered, near, sandbox, bundleGzipKiB: Math.round(gzipSync(market).byteLength / 102.4) / 10 }
}

/** npm puts node_modules/.bin on the path of its scripts; nobody is told that a bench was run. */
const offline = () => ({ ...process.env, WRANGLER_SEND_METRICS: 'false' })

/** Bundles a Worker of its own. */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker'],
    external: ['cloudflare:*', 'node:*', './index.js'],
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
