import * as z from 'zod'
import { POST_LOCALES, POST_STATUSES, type posts } from '#db/schema/office/posts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { mediaUrl } from '#domain/core/files/media-url.ts'
import * as f from '#kernel/fields.ts'
import { iso, isoOrNull } from '#kernel/time.ts'

export type Post = typeof posts.$inferSelect
/** A post without its text, for lists. */
export type PostHead = Omit<Post, 'body'>

const head = {
  id: f.id,
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  coverUrl: z.string().nullable(),
  tags: z.array(z.string()),
  locale: z.enum(POST_LOCALES),
  status: z.enum(POST_STATUSES).meta({ id: 'PostStatus' }),
  publishedAt: f.isoTime.nullable(),
}
const body = z.string().meta({ description: 'Markdown : du texte non vérifié, à assainir avant de le montrer.' })
const ofStaff = { version: z.int(), createdAt: f.isoTime, updatedAt: f.isoTime }

/** A post as everybody reads it (docs/conventions.md, Shapes). Lists leave out the text. */
export const PublicPostView = z.object({ ...head, body }).meta({ id: 'PublicPost' })
export const PublicPostHead = z.object(head).meta({ id: 'PublicPostHead' })
/** A post as the team reads it. */
export const PostView = z.object({ ...head, body, ...ofStaff }).meta({ id: 'Post' })
export type PostView = z.output<typeof PostView>
export const PostHeadView = z.object({ ...head, ...ofStaff }).meta({ id: 'PostHead' })

export const viewPublicHead = (ctx: Ctx, post: PostHead): z.output<typeof PublicPostHead> => ({
  id: post.id,
  title: post.title,
  slug: post.slug,
  excerpt: post.excerpt,
  coverUrl: post.coverKey && mediaUrl(ctx, post.coverKey),
  tags: post.tags,
  locale: post.locale,
  status: post.status,
  publishedAt: isoOrNull(post.publishedAt),
})

export const viewPublicPost = (ctx: Ctx, post: Post): z.output<typeof PublicPostView> => ({
  ...viewPublicHead(ctx, post),
  body: post.body,
})

export const viewPostHead = (ctx: Ctx, post: PostHead): z.output<typeof PostHeadView> => ({
  ...viewPublicHead(ctx, post),
  version: post.version,
  createdAt: iso(post.createdAt),
  updatedAt: iso(post.updatedAt),
})

export const viewPost = (ctx: Ctx, post: Post): PostView => ({ ...viewPostHead(ctx, post), body: post.body })
