import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import {
  documentAddress,
  dropDocuments,
  type StoredDocument,
  withStoredDocument,
} from '#domain/core/files/documents.ts'
import { removeFiles } from '#domain/core/files/remove.ts'
import { fail } from '#kernel/failure.ts'
import { call, guest, type Person } from '#testing/api.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { signUp } from '#testing/fixtures/people.ts'

const PDF = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
const as = (person: Person): Ctx => contextAs(person)
const paper = (text = PDF, name = 'carte.pdf') => new File([text], name)

const keep = (ctx: Ctx, file = paper()): Promise<StoredDocument> =>
  withStoredDocument(ctx, { file, field: 'file', kind: 'ID_FRONT', ofDay: undefined }, async (document, writes) => {
    await commit(ctx, writes)
    return document
  })
/** Path and query of an address, as `call` takes them. */
const pathOf = (address: string) => address.slice(address.indexOf('/media/'))
const readings = async (id: string) =>
  (
    await env.DB.prepare("SELECT actor_id, caller FROM audit WHERE action = 'document.read' AND target_id = ?")
      .bind(id)
      .all()
  ).results

afterEach(() => {
  vi.useRealTimers()
})

describe('a private file', () => {
  it('is read at a signed address, never cached, and at no public one', async () => {
    const owner = await signUp('SELLER')
    const document = await keep(as(owner))
    const answer = await call(guest, 'GET', pathOf(await documentAddress(as(owner), document.id)))
    expect(answer).toMatchObject({ status: 200, data: PDF })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')

    for (const key of [document.key, encodeURIComponent(document.key), document.id, `${document.id}.pdf`]) {
      expect((await call(guest, 'GET', `/media/${key}`)).status, key).toBe(404)
    }
  })

  it('is not read by an altered address, another reader, or after ten minutes', async () => {
    const owner = await signUp('SELLER')
    const stranger = await signUp('BUYER')
    const document = await keep(as(owner))
    const other = await keep(as(owner))
    const address = pathOf(await documentAddress(as(owner), document.id))
    const altered = [
      address.replace(document.id, other.id),
      address.replace(owner.id, stranger.id),
      address.replace(/expires=(\d+)/, (_, at: string) => `expires=${Number(at) + 1}`),
      address.replace(/signature=./, 'signature=x'),
    ]
    for (const path of altered) expect((await call(guest, 'GET', path)).status, path).toBe(404)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 })
    expect((await call(guest, 'GET', address)).status).toBe(410)
  })

  it('leaves an audit row when somebody else than its owner reads it', async () => {
    const owner = await signUp('SELLER')
    const support = await signUp('SUPPORT')
    const document = await keep(as(owner))
    await call(guest, 'GET', pathOf(await documentAddress(as(owner), document.id)))
    expect(await readings(document.id)).toEqual([])
    const address = pathOf(await documentAddress(as(support), document.id))
    await call(guest, 'GET', address)
    await call(guest, 'GET', address)
    // One row for each address, however often it is asked for.
    expect(await readings(document.id)).toEqual([{ actor_id: support.id, caller: 'guest' }])
  })

  it('is not read by somebody who was blocked, deleted or given another role since', async () => {
    const owner = await signUp('SELLER')
    const document = await keep(as(owner))
    const admin = await signUp('ADMIN')
    for (const change of [
      (id: string) => call(admin, 'POST', `/users/${id}/block`, { reason: 'x' }),
      (id: string) => call(admin, 'POST', `/users/${id}/delete`, { reason: 'x' }),
      (id: string) => call(admin, 'POST', `/users/${id}/role`, { role: 'ACCOUNTANT' }),
    ]) {
      const reader = await signUp('SUPPORT')
      const address = pathOf(await documentAddress(as(reader), document.id))
      expect((await call(guest, 'GET', address)).status).toBe(200)
      expect((await change(reader.id)).status).toBe(200)
      expect((await call(guest, 'GET', address)).status).toBe(404)
    }
  })

  it('goes with what refers to it, and leaves nothing when the work is refused', async () => {
    const owner = await signUp('SELLER')
    const ctx = as(owner)
    const before = (await env.MEDIA.list()).objects.length
    const refused = withStoredDocument(
      ctx,
      { file: paper(), field: 'file', kind: 'SELFIE', ofDay: undefined },
      async () => fail('CONFLICT'),
    )
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await env.MEDIA.list()).objects.length).toBe(before)

    const document = await keep(ctx)
    const address = pathOf(await documentAddress(ctx, document.id))
    await commit(ctx, dropDocuments(ctx, sql`documents.owner_id = ${owner.id}`))
    expect((await call(guest, 'GET', address)).status).toBe(404)
    await removeFiles(ctx)
    expect(await env.MEDIA.get(document.key)).toBeNull()
  })

  it.each([
    ['a text', 'bonjour', 'UNSUPPORTED_MEDIA_TYPE'],
    ['half a PDF', '%PDF-1.4\n1 0 obj', 'VALIDATION_ERROR'],
    ['more than 8 MiB', `%PDF-${'x'.repeat(8 * 1024 * 1024)}%%EOF`, 'PAYLOAD_TOO_LARGE'],
  ])('is not %s', async (_, text, code) => {
    const owner = await signUp('SELLER')
    await expect(keep(as(owner), paper(text))).rejects.toMatchObject({ code })
  })
})
