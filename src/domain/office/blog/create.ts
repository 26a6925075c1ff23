import * as z from 'zod'
import { freeSlug } from '#db/free-slug.ts'
import { posts } from '#db/schema/office/posts.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { postFields } from './fields.ts'
import { selectPost } from './queries.ts'
import { type PostView, viewPost } from './view.ts'

export const CreatePost = z.strictObject({
  ...postFields,
  slug: postFields.slug.optional(),
  excerpt: postFields.excerpt.default(''),
  tags: postFields.tags.default([]),
  locale: postFields.locale.default('fr'),
})

/**
 * Creates a post as a DRAFT (docs/states.md, Post). If no slug is given, it comes from the title, with a suffix if it is taken.
 * @throws 409 ALREADY_EXISTS if the given slug is taken
 */
export async function createPost(ctx: Ctx, { slug, ...fields }: z.output<typeof CreatePost>): Promise<PostView> {
  const id = ctx.ids.v7()
  const [rows] = await commit(
    ctx,
    [
      requireActiveStaff(ctx),
      ctx.db.insert(posts).values({
        ...fields,
        id,
        slug: slug ?? freeSlug(posts, fields.title, id),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }),
      recordCreation(ctx, 'post', id, 'DRAFT'),
      recordAct(ctx, 'post.create', id, { title: fields.title }),
    ],
    selectPost(ctx, id),
  )
  return viewPost(ctx, rows[0] ?? fail('NOT_FOUND'))
}
