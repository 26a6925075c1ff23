import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { proveSealed } from '#domain/orders/sealing/prove.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, run } from '#testing/fixtures/database.ts'

// Rule 8.6.2: a law holds that files are what was written; one that R2 does not give tonight keeps no other from being read.

it('a file that cannot be read is left for another night, and those behind it are read', async () => {
  for (const n of [1, 2, 3]) {
    const text = `file ${n}`
    await env.MEDIA.put(`sealed/2026/01/${n}`, n === 3 ? 'another text' : text)
    await run(
      `INSERT INTO sealed_files (n, key, sha256, bytes, written, orders, total_minor, last_day, created_at) VALUES (?, ?, ?, 6, 0, 0, 0, '', 1)`,
      ...[n, `sealed/2026/01/${n}`, createHash('sha256').update(text).digest('hex')],
    )
  }
  const ctx = contextNow()
  const bytes: typeof ctx.files.bytes = (key, ...part) =>
    key.endsWith('/1') ? Promise.reject(new Error('R2 does not answer')) : ctx.files.bytes(key, ...part)
  await proveSealed({ ...ctx, files: { ...ctx.files, bytes } }).catch(() => undefined)
  expect(await all('SELECT n, proved_at > 0 AS proved, is_broken AS broken FROM sealed_files ORDER BY n')).toEqual([
    { n: 1, proved: 0, broken: 0 },
    { n: 2, proved: 1, broken: 0 },
    { n: 3, proved: 1, broken: 1 },
  ])
  // The laws are held after each file of tests.
  await run('DELETE FROM sealed_files')
})
