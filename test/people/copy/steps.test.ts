import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import { runCopy } from '#domain/people/copy/run.ts'
import type { Person } from '#testing/api.ts'
import { hourCronAfter, wait } from '#testing/clock.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { askForCopy, download, openArchive, readCopyOf } from '#testing/stories/copies.ts'
import { again, MINUTE, SECOND } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

clockGoesOn()

/** A person with papers of three megabytes each, who asks for a copy. */
async function ownerOfPapers(papers: number): Promise<{ person: Person; id: string }> {
  const person = await signUp()
  for (let i = 0; i < papers; i++) {
    const key = `private/paper-${person.id}-${i}.pdf`
    await env.MEDIA.put(key, new Uint8Array(3_000_000).fill(i))
    await run(
      `INSERT INTO documents (id, owner_id, kind, key, content_type, size, created_at) VALUES (?1, ?2, 'PHOTO', ?1, 'application/pdf', 3000000, 7)`,
      ...[key, person.id],
    )
  }
  const { id } = ok(await askForCopy(person))
  return { person, id }
}

/** A context in which the n-th file that is stored is followed by this. */
function onStored(stored: number, act: () => Promise<void> | void): Ctx {
  const ctx = contextNow()
  let puts = 0
  const put: Ctx['files']['put'] = async (...file) => {
    await ctx.files.put(...file)
    if (++puts === stored) await act()
  }
  return { ...ctx, files: { ...ctx.files, put } }
}
const dies = () => {
  throw new Error('the isolate is gone')
}
const work = (id: string, ctx = contextNow(), left = 60) => runCopy(ctx, id, { left, hasTime: () => true })

async function expectWhole(person: Person, id: string, papers: number): Promise<void> {
  const copy = await readCopyOf(await again(person), id)
  expect(copy.status).toBe('READY')
  const bytes = new Uint8Array(await (await download(copy.url)).arrayBuffer())
  expect(bytes.byteLength).toBe(copy.size)
  const archive = openArchive(bytes)
  expect(archive.rows('documents')).toHaveLength(papers)
  for (let i = 0; i < papers; i++)
    expect(
      Buffer.alloc(3_000_000, i).equals(archive.files[`files/paper-${person.id}-${i}.pdf`] ?? new Uint8Array()),
    ).toBe(true)
  expect(archive.rows('users')).toHaveLength(1)
}

describe('a copy that takes many steps', () => {
  it('8.7.5 goes on where the last one stopped, with as few statements as each run has', async () => {
    const { person, id } = await ownerOfPapers(25)
    let runs = 0
    for (; (await readCopyOf(person, id)).status === 'PENDING' && runs < 60; runs++) await work(id, contextNow(), 10)
    expect(runs).toBeGreaterThan(4)
    expect(Number((await first('SELECT parts FROM data_copies WHERE id = ?', id))?.parts)).toBeGreaterThan(9)
    await expectWhole(person, id, 25)
  })

  it('8.7.5 is whole although its job died between two steps, or between a file and its commit', async () => {
    const { person, id } = await ownerOfPapers(8)
    await expect(work(id, onStored(2, dies))).rejects.toThrow()
    await work(id, contextNow(), 12)
    await expect(work(id, onStored(1, dies))).rejects.toThrow()
    // A run that took its turn and never came back.
    await run('UPDATE data_copies SET turn_ends_at = ? WHERE id = ?', Date.now() + 5 * MINUTE, id)
    await work(id)
    expect((await readCopyOf(person, id)).status).toBe('PENDING')
    wait(5 * MINUTE)
    while ((await readCopyOf(await again(person), id)).status === 'PENDING') await work(id)
    await expectWhole(person, id, 8)
  })

  it('8.7.5 is made once by two runs of one moment', async () => {
    const { person, id } = await ownerOfPapers(4)
    await Promise.all([work(id, contextNow(), 500), work(id, contextNow(), 500)])
    await expectWhole(person, id, 4)
  })

  it('8.7.5 ends after five failures in a row, and is asked for again at once', async () => {
    const { person, id } = await ownerOfPapers(1)
    for (let i = 0; i < 5; i++) await expect(work(id, onStored(1, dies))).rejects.toThrow()
    expect(await readCopyOf(person, id)).toMatchObject({ status: 'FAILED', url: null, expiresAt: null })
    const next = ok(await askForCopy(person))
    await hourCronAfter(SECOND)
    expect((await env.MEDIA.list({ prefix: `private/copies/${id}/` })).objects).toEqual([])
    await work(next.id)
    await expectWhole(person, next.id, 1)
  })

  it('8.7.5 leaves nothing behind if the account is erased in the middle of a step', async () => {
    const { person, id } = await ownerOfPapers(2)
    await work(
      id,
      onStored(1, () => run('DELETE FROM data_copies WHERE id = ?', id) as never),
    )
    expect(await count('removed_files')).toBe(1)
    await hourCronAfter(SECOND)
    expect((await env.MEDIA.list({ prefix: `private/copies/${id}/` })).objects).toEqual([])
    expect(await count('data_copies WHERE user_id = ?', person.id)).toBe(0)
  })
})
