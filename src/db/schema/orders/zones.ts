import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PRICE_CURRENCIES } from '../../../kernel/money.ts'
import { createdAt, flag, id } from '../../columns.ts'

/** Where riders go and what it costs. Coordinates are the centre; the radius is in kilometres. */
export const deliveryZones = sqliteTable(
  'delivery_zones',
  {
    id: id(),
    name: text('name').notNull(),
    country: text('country', { enum: ['CD', 'RW'] }).notNull(),
    city: text('city').notNull(),
    /** Accents and case folded, to match a shop's address. */
    foldedCity: text('folded_city').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    radiusKm: real('radius_km').notNull(),
    feeMinor: integer('fee_minor').notNull(),
    feeCurrency: text('fee_currency', { enum: PRICE_CURRENCIES }).notNull(),
    isOpen: flag('is_open').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index('delivery_zones_city').on(t.foldedCity)],
)
