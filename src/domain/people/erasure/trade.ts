import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { refreshVisibility } from '#domain/catalogue/products/visibility.ts'
import type { Ctx } from '#domain/core/context.ts'
import { queueFileRemoval } from '#domain/core/files/remove.ts'
import { closing } from '#domain/shops/shops/closing.ts'
import type { Shop } from '#domain/shops/shops/view.ts'
import { ERASED_NAME } from './personal.ts'

/**
 * Closes a seller's shops with their products, and erases the seller's identity and contacts; sales stay in the books.
 * @param shops those that are not closed
 */
export const eraseSeller = (ctx: Ctx, sellerProfileId: string, shops: Shop[]): Write[] => [
  queueFileRemoval(
    ctx,
    sql`SELECT s.logo_key AS key FROM shops s WHERE s.seller_profile_id = ${sellerProfileId}
      UNION ALL SELECT s.banner_key FROM shops s WHERE s.seller_profile_id = ${sellerProfileId}`,
  ),
  ...shops.flatMap((shop) => closing(ctx, shop, 'Le compte est effacé.')),
  ctx.db.run(sql`
    UPDATE shops SET phone = NULL, email = NULL, logo_key = NULL, banner_key = NULL,
      address = json_object('country', address ->> 'country', 'city', address ->> 'city')
    WHERE seller_profile_id = ${sellerProfileId}`),
  ctx.db.run(sql`
    UPDATE reviews SET answer = NULL, answered_at = NULL
    WHERE answer IS NOT NULL AND shop_id IN (SELECT s.id FROM shops s WHERE s.seller_profile_id = ${sellerProfileId})`),
  ...refreshVisibility(ctx, sellerProfileId),
  ctx.db
    .update(sellerProfiles)
    .set({
      ...{ businessName: ERASED_NAME, rccm: null, idNat: null, taxNumber: null, contactPhone: '', address: {} },
      updatedAt: ctx.now,
    })
    .where(eq(sellerProfiles.id, sellerProfileId)),
  // The papers of this check are documents of the account, which are dropped with the others.
  ctx.db.run(sql`
    UPDATE kyc SET legal_name = NULL, birth_date = NULL, id_type = NULL, sealed_id_number = NULL, key_version = NULL,
      id_expires_at = NULL, reason = NULL
    WHERE seller_profile_id = ${sellerProfileId}`),
  ctx.db.run(sql`
    UPDATE deliveries SET pickup = json_set(pickup, '$.phone', NULL, '$.address', NULL)
    WHERE order_id IN (SELECT o.id FROM orders o WHERE o.seller_profile_id = ${sellerProfileId})`),
  forgetPayoutNumber(ctx, sellerProfileId),
]

/** Puts a rider off duty for good, and erases the plate and the last position. */
export const eraseRider = (ctx: Ctx, riderId: string): Write[] => [
  ctx.db
    .update(riders)
    .set({
      ...{ availability: 'OFFLINE', vehiclePlate: null, lat: null, lng: null, locatedAt: null },
      updatedAt: ctx.now,
    })
    .where(eq(riders.id, riderId)),
  forgetPayoutNumber(ctx, riderId),
]

const forgetPayoutNumber = (ctx: Ctx, ownerId: string): Write =>
  ctx.db.run(sql`
    UPDATE wallets SET payout_phone = NULL, payout_network = NULL, payout_country = NULL, payout_verified_at = NULL
    WHERE owner_id = ${ownerId}`)
