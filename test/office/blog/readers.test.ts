import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, call, guest, type Person } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { gif, jpeg, png, svg, webp } from '#testing/fixtures/pictures.ts'
import { sizeHeaders } from '#testing/stories/catalogue.ts'
import { clockAt, MINUTE } from '#testing/stories/money.ts'
import {
  type Data,
  expectOnly,
  expectUnknownIs404,
  faults,
  newPost,
  ok,
  onPost,
  publishedPost,
  STAFF,
} from '#testing/stories/office.ts'

// Rule: GET /blog, /blog/slug/:slug are public: what is PUBLISHED, newest first, {posts, pagination}; GET /blog/admin all of
// them for staff. POST /blog/:id/cover, form field `cover`: coverUrl. Pictures: JPEG, PNG, WebP by content, 5 MB.
//
// Silent: filters of both lists; whether rows hold the whole body; whether guests see version (staff's answers have it); how
// staff see a draft by its slug; what archived posts are in the staff's list.

let staff: Person
beforeAll(async () => {
  staff = await signUp('ADMIN')
})
const list = async (query = '', as: Caller = guest) => ok(await call(as, 'GET', `/blog?limit=100&${query}`))
const ids = ({ posts }: Data): string[] => posts.map(({ id }: Data) => id)

/** Sends a cover. */
const cover = (id: string, file: Uint8Array, { as = staff as Caller, field = 'cover', type = 'image/jpeg' } = {}) => {
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(file)], { type }), 'photo.jpg')
  return call(as, 'POST', `/blog/${id}/cover`, form, sizeHeaders(file))
}

describe('the blog', () => {
  it('shows everybody what is published, newest first, and no draft', async () => {
    const first = await publishedPost(staff, { title: 'Premier' })
    clockAt(Date.now() + MINUTE)
    const second = await publishedPost(staff, { title: 'Second' })
    const draft = await newPost(staff, { title: 'Brouillon' })
    const reader = await signUp()
    for (const as of [guest, reader, await signUp('SUPPORT')]) {
      const shown = ids(await list('', as))
      expect(shown.indexOf(second.id)).toBeLessThan(shown.indexOf(first.id))
      expect(shown).toEqual(expect.arrayContaining([first.id, second.id]))
      expect(shown).not.toContain(draft.id)
    }
    expect((await list('', reader)).posts[0]).toMatchObject({
      title: 'Second',
      slug: second.slug,
      excerpt: 'Trois conseils.',
    })
  })

  it('is in pages, and refuses what it does not know', async () => {
    const reader = await signUp()
    const { pagination } = ok(await call(reader, 'GET', '/blog?limit=1&page=2'))
    expect(pagination).toMatchObject({ page: 2, limit: 1 })
    expect(pagination.totalPages).toBe(pagination.total)
    expect(faults(await call(guest, 'GET', '/blog?limit=101'))).toEqual(['limit'])
    expect((await call(guest, 'GET', '/blog?status=DRAFT')).status).toBe(400)
  })

  it('opens one at its slug, with the whole text', async () => {
    const { slug, id } = await publishedPost(staff)
    const shown = ok(await call(guest, 'GET', `/blog/slug/${slug}`))
    expect(shown).toMatchObject({
      id,
      slug,
      body: '# Conseils\n\nPrenez **de belles** photos.',
      tags: ['vente'],
      locale: 'fr',
    })
    for (const unknown of ['nulle-part', 'Pas Un Slug'])
      expect((await call(guest, 'GET', `/blog/slug/${encodeURIComponent(unknown)}`)).status).toBe(404)
  })

  it('names nobody of the staff', async () => {
    const author = await signUp('SUPPORT')
    const { slug } = await publishedPost(author)
    for (const { body } of [await call(guest, 'GET', `/blog/slug/${slug}`), await call(guest, 'GET', '/blog')])
      expect(JSON.stringify(body)).not.toContain(author.id)
  })

  it('goes on without a post that was taken back', async () => {
    const { id } = await publishedPost(staff)
    const reader = await signUp()
    expect(ids(await list('', reader))).toContain(id)
    ok(await onPost(staff, id, 'unpublish'))
    expect(ids(await list('', reader))).not.toContain(id)
  })
})

describe('the staff’s list', () => {
  it('holds drafts too, newest first', async () => {
    // Another case makes a post a minute later than now.
    clockAt(Date.now() + 2 * MINUTE)
    const draft = await newPost(staff)
    const admin = ok(await call(staff, 'GET', '/blog/admin?limit=100'))
    expect(ids(admin)[0]).toBe(draft.id)
    expect(admin.posts[0]).toMatchObject({ status: 'DRAFT', version: draft.version })
    expect(faults(await call(staff, 'GET', '/blog/admin?limit=101'))).toEqual(['limit'])
    await expectUnknownIs404(staff, 'GET', (id) => `/blog/admin/${id}`)
  })
})

describe('a cover', () => {
  it('is a picture of the three kinds, at a new address each time, that everybody can open', async () => {
    const { id, slug } = await publishedPost(staff)
    const urls: string[] = []
    for (const file of [jpeg(), png(), webp()]) {
      const { coverUrl } = ok(await cover(id, file))
      expect(urls).not.toContain(coverUrl)
      urls.push(coverUrl)
    }
    const [, , newest = ''] = urls
    const picture = await call(guest, 'GET', newest.slice(newest.indexOf('/media/')))
    expect(picture.headers.get('content-type')).toMatch(/^image\/(jpeg|png|webp)$/)
    expect(ok(await call(await signUp(), 'GET', `/blog/slug/${slug}`)).coverUrl).toBe(urls[2])
  })

  it('of another kind, too large or missing is refused, and the old one stays', async () => {
    const { id } = await newPost(staff)
    const { coverUrl } = ok(await cover(id, jpeg()))
    for (const file of [svg, gif, new TextEncoder().encode('%PDF-1.4')])
      expect((await cover(id, file)).status).toBe(415)
    expect((await cover(id, new Uint8Array(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await cover(id, jpeg(), { field: 'file' })).status).toBe(400)
    expect(ok(await call(staff, 'GET', `/blog/admin/${id}`)).coverUrl).toBe(coverUrl)
  })

  it('is for staff, of a post that is there', async () => {
    const { id } = await newPost(staff)
    await expectOnly(STAFF, ['POST', `/blog/${id}/cover`, new FormData()])
    for (const unknown of ['01990000-0000-7000-8000-000000000000', 'pas-un-id'])
      expect((await cover(unknown, jpeg())).status).toBe(404)
  })
})
