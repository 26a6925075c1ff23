import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { PRICE_CURRENCIES } from '#kernel/money.ts'

/** Areas of riders, with the fee. Coordinates are the centre; the radius is in kilometres. */
export const deliveryZones = sqliteTable(
  'delivery_zones',
  {
    id: id(),
    name: text('name').notNull(),
    country: text('country', { enum: ['CD', 'RW'] }).notNull(),
    city: text('city').notNull(),
    /** Folded, to match a shop's address. */
    foldedCity: text('folded_city').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    radiusKm: real('radius_km').notNull(),
    feeMinor: integer('fee_minor').notNull(),
    feeCurrency: text('fee_currency', { enum: PRICE_CURRENCIES }).notNull(),
    isOpen: flag('is_open').notNull().default(true),
    createdAt: createdAt(),
    /** The name without accents and case, by which a name is unique. */
    foldedName: text('folded_name'),
    /** The time of its deletion: deliveries that have ended still name it. */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('delivery_zones_city').on(t.foldedCity),
    index('delivery_zones_newest').on(t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    uniqueIndex('delivery_zones_name').on(t.foldedName).where(sql`deleted_at IS NULL`),
  ],
)

uniqueKey([deliveryZones.foldedName], 'Une zone porte déjà ce nom.')

/** The zones of each rider, as `riders.zones` lists them: kept by triggers. */
export const riderZones = sqliteTable(
  'rider_zones',
  { zoneId: text('zone_id').notNull(), riderId: text('rider_id').notNull() },
  (t) => [primaryKey({ name: 'rider_zones_pk', columns: [t.zoneId, t.riderId] })],
)
