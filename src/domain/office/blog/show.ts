import { and, eq } from 'drizzle-orm'
import { posts } from '../../../db/schema/office/posts.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { getPost } from './queries.ts'
import { viewPost, viewPublicPost } from './view.ts'

/** A published post at its address; in any other state it is 404 to everybody (docs/states.md, Post). */
export async function showPostBySlug(ctx: Ctx, slug: string) {
  const [post] = await ctx.db
    .select()
    .from(posts)
    .where(and(eq(posts.slug, slug), eq(posts.status, 'PUBLISHED')))
  return viewPublicPost(ctx, post ?? fail('NOT_FOUND'))
}

/** A post in any state, for staff. 404 */
export const showPost = async (ctx: Ctx, id: string) => viewPost(ctx, await getPost(ctx, id))
