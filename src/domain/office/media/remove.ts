import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isPublicKey } from '#domain/core/files/media-keys.ts'
import { queueFileRemoval, removeFiles } from '#domain/core/files/remove.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { pictureRemoved } from './notices.ts'

export const MediaParam = z.strictObject({ key: f.idIn })
export const RemoveMedia = z.strictObject({ reason: f.reason })

/** A kind of picture: the person who owns it, and the writes after which nothing shows it. */
type Kind = { owner: SQL; forget: (ctx: Ctx) => Write[] }

const ownerOfShop = (shop: SQL) => sql`(
  SELECT sp.user_id FROM shops s CROSS JOIN seller_profiles sp ON sp.id = s.seller_profile_id WHERE ${shop})`

function kindOf(key: string): Kind | undefined {
  const ofShop = (column: 'logo_key' | 'banner_key'): Kind => ({
    owner: ownerOfShop(sql`s.${sql.raw(column)} = ${key}`),
    forget: (ctx) => [
      ctx.db.run(
        sql`UPDATE shops SET ${sql.raw(column)} = NULL, updated_at = ${ctx.now} WHERE ${sql.raw(column)} = ${key}`,
      ),
    ],
  })
  const kinds: Record<string, Kind> = {
    product: { owner: ownerOfShop(sql`s.id = ${ofPicture(key, 'shop_id')}`), forget: (ctx) => forgetImage(ctx, key) },
    logo: ofShop('logo_key'),
    banner: ofShop('banner_key'),
    review: {
      owner: sql`(SELECT r.author_id FROM review_images g CROSS JOIN reviews r ON r.id = g.review_id WHERE g.key = ${key})`,
      forget: (ctx) => [ctx.db.run(sql`DELETE FROM review_images WHERE key = ${key}`)],
    },
    avatar: {
      owner: sql`(SELECT u.id FROM users u WHERE u.avatar_key = ${key})`,
      forget: (ctx) => [
        ctx.db.run(sql`UPDATE users SET avatar_key = NULL, updated_at = ${ctx.now} WHERE avatar_key = ${key}`),
      ],
    },
  }
  return isPublicKey(key) ? kinds[key.slice(0, key.indexOf('-'))] : undefined
}

const ofPicture = (key: string, column: 'id' | 'shop_id') => sql`(
  SELECT p.${sql.raw(column)} FROM product_images g CROSS JOIN products p ON p.id = g.product_id WHERE g.key = ${key})`

const OUT_OF_THE_WAY = -1000
/**
 * Removes a product's picture; those behind it move up through positions below zero, because no two pictures may have one position, even
 * for a moment.
 */
const forgetImage = (ctx: Ctx, key: string): Write[] => [
  ctx.db.run(sql`UPDATE products SET updated_at = ${ctx.now} WHERE id = ${ofPicture(key, 'id')}`),
  ctx.db.run(sql`
    UPDATE product_images SET position = -position WHERE position > 0
      AND product_id = ${ofPicture(key, 'id')} AND position > (SELECT g.position FROM product_images g WHERE g.key = ${key})`),
  ctx.db.run(sql`UPDATE product_images SET position = ${OUT_OF_THE_WAY} WHERE key = ${key}`),
  ctx.db.run(sql`
    UPDATE product_images SET position = -position - 1
    WHERE position < 0 AND key <> ${key} AND product_id = ${ofPicture(key, 'id')}`),
  ctx.db.run(sql`DELETE FROM product_images WHERE key = ${key}`),
]

/**
 * Removes a picture of a product, a logo, a banner, an avatar or a picture of a review for good: its file and sizes are deleted after the commit, and its owner is
 * told why (docs/states.md, Moderation).
 * @throws 404
 */
export async function removeMedia(ctx: Ctx, key: string, { reason }: z.output<typeof RemoveMedia>) {
  const { owner, forget } = kindOf(key) ?? fail('NOT_FOUND')
  await commit(ctx, [
    requireActiveStaff(ctx),
    recordAct(ctx, 'media.remove', key, { reason }),
    ...notify(ctx, owner, pictureRemoved, { reason }),
    queueFileRemoval(ctx, sql`SELECT ${key} AS key WHERE ${owner} IS NOT NULL`),
    ...forget(ctx),
    abortUnlessChanged(ctx.db, NOT_FOUND),
  ])
  ctx.later(() => removeFiles(ctx))
  return { deleted: true } as const
}
