import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const MOST_KIB = 490

/** What `[alias]` of wrangler.toml says. */
function aliases(): Record<string, string> {
  const [, section = ''] = /^\[alias\]\n((?:"[^\n]+\n)+)/m.exec(readFileSync('wrangler.toml', 'utf8')) ?? []
  return Object.fromEntries([...section.matchAll(/^"(.+)" = "(.+)"$/gm)].map(([, from, to]) => [from, to]))
}

it('the Worker is small enough to start quickly, and reads no certificates', async () => {
  const alias = aliases()
  expect(Object.keys(alias)).toEqual(['@peculiar/x509'])
  // As wrangler builds it, but for what it adds of Node.
  const { outputFiles, metafile } = await build({
    entryPoints: ['src/index.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    alias,
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  expect(Object.keys(metafile.inputs).filter((path) => path.includes('/@peculiar/x509/'))).toEqual([])
  expect(gzipSync(outputFiles[0]?.contents ?? '').byteLength / 1024).toBeLessThan(MOST_KIB)
}, 30_000)
