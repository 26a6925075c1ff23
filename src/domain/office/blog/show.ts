import { and, eq } from 'drizzle-orm'
import { posts } from '#db/schema/office/posts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { getPost } from './queries.ts'
import { viewPost, viewPublicPost } from './view.ts'

/**
 * Shows a published post by its slug (docs/states.md, Post).
 * @throws 404 also for a post in any other state, to staff too
 */
export async function showPostBySlug(ctx: Ctx, slug: string) {
  const [post] = await ctx.db
    .select()
    .from(posts)
    .where(and(eq(posts.slug, slug), eq(posts.status, 'PUBLISHED')))
  return viewPublicPost(ctx, post ?? fail('NOT_FOUND'))
}

/**
 * Shows a post in any state to staff.
 * @throws 404
 */
export const showPost = async (ctx: Ctx, id: string) => viewPost(ctx, await getPost(ctx, id))
