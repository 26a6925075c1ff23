import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Notice } from '#domain/core/notices/notice.ts'
import { notify } from '#domain/core/notices/notify.ts'
import type { Shop } from './view.ts'

/** The shop's name, and the reason of the decision, if staff gave one. */
export type ShopNews = { shop: string; reason: string | undefined }

/** Tells the owner of a shop about an act of staff, in the commit of the act. */
export const tellSeller = (ctx: Ctx, shop: Shop, notice: Notice<ShopNews>, reason: string | undefined): Write[] =>
  notify(ctx, sql`(SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = ${shop.sellerProfileId})`, notice, {
    shop: shop.name,
    reason,
    opens: { shopId: shop.id },
  })
