import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, call, guest, type Person, tally, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  expectOnly,
  expectUnknownIs404,
  faults,
  GONE,
  INVALID,
  newPost,
  OLD,
  ok,
  onPost,
  postBody,
  publishedPost,
  refusal,
  STAFF,
  TAKEN,
  writePost,
} from '#testing/stories/office.ts'

// Rule: staff write posts: slug derived (suffixed when taken) or given (409 when taken); title 1-200, body 1-50,000; locale fr,
// en; publish from DRAFT, unpublish from PUBLISHED (DRAFT); DELETE: ARCHIVED, which is final; version out, optional in.
//
// Silent: which slugs are refused as no slugs; how long excerpts and how many tags may be; whether an ARCHIVED post is still
// shown to staff, and whether what is done to it is 404 or 409; whether its slug is free again; publishedAt of a post that was
// taken back; whether an edit may change the slug of a published post.

let staff: Person
beforeAll(async () => {
  staff = await signUp('SUPPORT')
})
const put = (id: string, body: object, as: Caller = staff) => call(as, 'PUT', `/blog/${id}`, body)
const read = async (id: string) => ok(await call(staff, 'GET', `/blog/admin/${id}`))
const bySlug = (slug: string, as: Caller = guest) => call(as, 'GET', `/blog/slug/${slug}`)
const remove = (id: string) => call(staff, 'DELETE', `/blog/${id}`)

describe('a post', () => {
  it('is a DRAFT with a slug made of its title', async () => {
    const made = await newPost(staff, { title: "L'été à Goma : cœur & marché !" })
    expect(made).toMatchObject({
      ...postBody(),
      title: "L'été à Goma : cœur & marché !",
      status: 'DRAFT',
      publishedAt: null,
      coverUrl: null,
      version: expect.any(Number),
    })
    expect(made.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(made.slug).toContain('ete-a-goma')
    expect(await read(made.id)).toEqual(made)
  })

  it('with the title of another gets a slug of its own, ten at once too', async () => {
    const title = 'Nouveautés de mars'
    const answers = await together(10, () => writePost(staff, { title }))
    expect(tally(answers)).toEqual({ 201: 10 })
    const slugs = answers.map(({ data }) => data.slug)
    expect(new Set(slugs).size).toBe(10)
    for (const slug of slugs) expect(slug).toMatch(/^nouveautes-de-mars/)
  })

  it('with a given slug has that one, and 409 when it is taken', async () => {
    expect((await newPost(staff, { slug: 'guide-du-vendeur' })).slug).toBe('guide-du-vendeur')
    expect(refusal(await writePost(staff, { slug: 'guide-du-vendeur' }))).toEqual(TAKEN)
    const { id, slug } = await newPost(staff)
    expect(refusal(await put(id, { slug: 'guide-du-vendeur' }))).toEqual(TAKEN)
    expect((await read(id)).slug).toBe(slug)
    expect(ok(await put(id, { slug: 'autre-guide' })).slug).toBe('autre-guide')
    const race = await together(10, () => writePost(staff, { slug: 'course' }))
    expect(tally(race)).toEqual({ 201: 1, 409: 9 })
  })

  it('keeps its Markdown as the text that was written', async () => {
    const body =
      '# Titre\n\n<script>alert(1)</script> [lien](javascript:alert(1)) **gras** & "x" <b>\n\n    code\n\n- é'
    const made = await publishedPost(staff, { body })
    expect(made.body).toBe(body)
    expect(ok(await bySlug(made.slug)).body).toBe(body)
  })

  it('says what is wrong with it', async () => {
    for (const [more, field] of [
      [{ title: '' }, 'title'],
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ body: '' }, 'body'],
      [{ body: 'x'.repeat(50_001) }, 'body'],
      [{ locale: 'sw' }, 'locale'],
      [{ title: undefined }, 'title'],
      [{ body: undefined }, 'body'],
    ] as const)
      expect(faults(await writePost(staff, more)), field).toEqual([field])
    for (const more of [
      { status: 'PUBLISHED' },
      { publishedAt: new Date().toISOString() },
      { coverUrl: 'https://x.cd/a.jpg' },
    ])
      expect((await writePost(staff, more)).status, JSON.stringify(more)).toBe(400)
    expect((await writePost(staff, { title: 'x'.repeat(200), body: 'y'.repeat(50_000), locale: 'en' })).status).toBe(
      201,
    )
  })

  it('is written by staff only', async () => {
    const { id } = await newPost(staff)
    await expectOnly(
      STAFF,
      ['GET', '/blog/admin'],
      ['GET', `/blog/admin/${id}`],
      ['POST', '/blog', postBody()],
      ['PUT', `/blog/${id}`, { title: 'Autre' }],
      ['DELETE', `/blog/${id}`],
      ['POST', `/blog/${id}/publish`],
      ['POST', `/blog/${id}/unpublish`],
    )
    expect((await read(id)).title).toBe('Vendre plus à Goma')
  })
})

describe('an edit', () => {
  it('changes what it names; whoever saw an older version hears 409', async () => {
    const made = await publishedPost(staff)
    const changed = ok(await put(made.id, { title: 'Vendre mieux', version: made.version }))
    expect(changed).toMatchObject({ title: 'Vendre mieux', body: made.body, status: 'PUBLISHED', slug: made.slug })
    expect(changed.version).toBe(made.version + 1)
    expect(refusal(await put(made.id, { title: 'Trop tard', version: made.version }))).toEqual(OLD)
    expect(ok(await put(made.id, { tags: ['a', 'b'] }))).toMatchObject({ title: 'Vendre mieux', tags: ['a', 'b'] })
    for (const wrong of [{ status: 'DRAFT' }, { title: '' }, { wrong: 1 }])
      expect((await put(made.id, wrong)).status, JSON.stringify(wrong)).toBe(400)
    await expectUnknownIs404(staff, 'PUT', (id) => `/blog/${id}`, { title: 'a' })
  })

  it('is one of fifty who saw the same version', async () => {
    const { id, version } = await newPost(staff)
    const answers = await together(50, (i) => put(id, { title: `Titre ${i}`, version }))
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 })
    expect((await read(id)).title).toBe(answers.find(({ status }) => status === 200)?.data.title)
  })
})

describe('the life of a post', () => {
  it('goes from DRAFT to PUBLISHED and back; a wrong step is 409', async () => {
    const { id, slug } = await newPost(staff)
    expect(refusal(await onPost(staff, id, 'unpublish'))).toEqual(INVALID)
    expect(refusal(await bySlug(slug))).toEqual(GONE)
    const published = ok(await onPost(staff, id, 'publish'))
    expect(published).toMatchObject({ status: 'PUBLISHED', publishedAt: expect.stringMatching(/Z$/) })
    expect(refusal(await onPost(staff, id, 'publish'))).toEqual(INVALID)
    expect((await bySlug(slug)).status).toBe(200)
    expect(ok(await onPost(staff, id, 'unpublish')).status).toBe('DRAFT')
    expect(refusal(await bySlug(slug, await signUp()))).toEqual(GONE)
    expect(refusal(await onPost(staff, id, 'unpublish'))).toEqual(INVALID)
    expect(ok(await onPost(staff, id, 'publish')).status).toBe('PUBLISHED')
  })

  it('ends for good when it is thrown away, from either state', async () => {
    for (const make of [newPost, publishedPost]) {
      const { id, slug } = await make(staff)
      expect(ok(await remove(id))).toEqual({ deleted: true })
      expect(refusal(await bySlug(slug, await signUp()))).toEqual(GONE)
      for (const answer of [
        await onPost(staff, id, 'publish'),
        await onPost(staff, id, 'unpublish'),
        await put(id, { title: 'Revenant' }),
      ])
        expect([404, 409]).toContain(answer.status)
      const seen = await call(staff, 'GET', `/blog/admin/${id}`)
      if (seen.status === 200) expect(seen.data).toMatchObject({ status: 'ARCHIVED', title: 'Vendre plus à Goma' })
      else expect(seen.status).toBe(404)
    }
    await expectUnknownIs404(staff, 'DELETE', (id) => `/blog/${id}`)
  })

  it('is published once of fifty', async () => {
    const { id } = await newPost(staff)
    expect(tally(await together(50, () => onPost(staff, id, 'publish')))).toEqual({ 200: 1, 409: 49 })
  })

  it('ends archived when it is published and thrown away at once', async () => {
    for (let i = 0; i < 5; i++) {
      const { id, slug } = await newPost(staff)
      const acts = await Promise.all([onPost(staff, id, 'publish'), remove(id)])
      for (const { status } of acts) expect([200, 404, 409]).toContain(status)
      if (acts[1].status !== 200) ok(await remove(id))
      expect(refusal(await bySlug(slug, await signUp()))).toEqual(GONE)
      expect((await onPost(staff, id, 'publish')).status).not.toBe(200)
    }
  })
})
