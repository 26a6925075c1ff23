import * as z from 'zod'
import { ListPosts, listPosts } from '#domain/office/blog/list.ts'
import { showPostBySlug } from '#domain/office/blog/show.ts'
import { PublicPostHead, PublicPostView } from '#domain/office/blog/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { line, listOf } from '#kernel/fields.ts'

const SlugParam = z.strictObject({ slug: line(1, 100) })

export const blog = newRouter()
  .get(
    '/',
    op({
      id: 'listPosts',
      summary: 'Articles du blog',
      doc: `Les articles publiés, les derniers parus d'abord, sans leur texte : il se lit à l'adresse de chacun.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      query: ListPosts,
      ok: listOf('posts', PublicPostHead),
    }),
    async (c) => c.json(ok(await listPosts(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/slug/:slug',
    op({
      id: 'showPostBySlug',
      summary: 'Un article du blog',
      doc: `Un article publié, avec son texte. body est du Markdown tel que l'équipe l'a écrit, HTML compris : affichez-le
        par une bibliothèque qui ignore le HTML et n'ouvre que les liens http, https et mailto.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      param: SlugParam,
      ok: PublicPostView,
    }),
    async (c) => c.json(ok(await showPostBySlug(ctx(c), c.req.valid('param').slug))),
  )
