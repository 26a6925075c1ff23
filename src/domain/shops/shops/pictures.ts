import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { selectTries } from '#domain/core/codes/attempts.ts'
import { dayQuota, requireLeft, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { withStoredPictures } from '#domain/core/files/pictures.ts'
import { queueFileRemoval, removeFiles } from '#domain/core/files/remove.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { nextStatus } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { SHOP_UPLOADS_A_DAY } from '#kernel/limits.ts'
import type { Upload } from '#kernel/upload.ts'
import { editShop } from './edit.ts'
import { shopMachine } from './machine.ts'
import { getOwnShop, selectOwnShop, selectShop } from './queries.ts'
import { type ShopView, viewShop } from './view.ts'

export const SetLogo = z.strictObject({ logo: f.file })
export const SetBanner = z.strictObject({ banner: f.file })

/**
 * Sets the logo of a shop: a JPEG, PNG or WebP by its content, of 5 MiB at most, stored without metadata under a new key (docs/states.md,
 * Shop). The former one is deleted after the commit.
 * @throws 400 for a damaged picture, 404, 409 for a closed shop, 413, 415, 429
 */
export const setShopLogo = (ctx: Ctx, id: string, { logo }: z.output<typeof SetLogo>) =>
  show(ctx, id, { file: logo, field: 'logo' })

/** Sets the banner above the shop's page, as `setShopLogo` sets the logo. */
export const setShopBanner = (ctx: Ctx, id: string, { banner }: z.output<typeof SetBanner>) =>
  show(ctx, id, { file: banner, field: 'banner' })

const COLUMNS = {
  logo: { key: 'logoKey', before: sql`s.logo_key` },
  banner: { key: 'bannerKey', before: sql`s.banner_key` },
} as const

/** Stores a picture of the seller's shop, unless it is closed, and queues the picture that it replaces for deletion. */
async function show(ctx: Ctx, id: string, upload: { file: Upload; field: 'logo' | 'banner' }): Promise<ShopView> {
  const { key, before } = COLUMNS[upload.field]
  const quota = dayQuota(ctx, 'shop-uploads', SHOP_UPLOADS_A_DAY)
  const [[own], [made], [ofDay]] = await readTogether(
    ctx.db,
    selectOwnShop(ctx, id),
    selectTries(ctx, quota),
    selectBytesOfDay(ctx),
  )
  const found = own ?? fail('NOT_FOUND')
  nextStatus(shopMachine, found.status, 'edit')
  requireLeft(ctx, quota, made)
  return withStoredPictures(ctx, { files: [upload], prefix: upload.field, ofDay }, ([picture], counted) => {
    let first: typeof found | undefined = found
    return retryOnStale(async () => {
      const shop = first ?? (await getOwnShop(ctx, id))
      first = undefined
      const [rows] = await commit(
        ctx,
        [
          queueFileRemoval(ctx, sql`SELECT ${before} AS key FROM shops s WHERE s.id = ${id}`),
          ...withinDay(ctx, quota),
          ...counted(),
          ...editShop(ctx, shop, { [key]: picture?.key ?? null }, true),
        ],
        selectShop(ctx, id),
      )
      ctx.later(() => removeFiles(ctx))
      return viewShop(ctx, rows[0] ?? fail('NOT_FOUND'))
    })
  })
}
