import { eq, getTableColumns } from 'drizzle-orm'
import { posts } from '#db/schema/office/posts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { Post } from './view.ts'

/** The columns of a list: without the text, which is up to 50,000 characters. */
const { body: _body, ...headColumns } = getTableColumns(posts)

export const selectHeads = (ctx: Ctx) => ctx.db.select(headColumns).from(posts)

export const selectPost = (ctx: Ctx, id: string) => ctx.db.select().from(posts).where(eq(posts.id, id))

/** Reads a post in any state. @throws 404 */
export async function getPost(ctx: Ctx, id: string): Promise<Post> {
  const [post] = await selectPost(ctx, id)
  return post ?? fail('NOT_FOUND')
}
