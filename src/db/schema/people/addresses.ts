import { sql } from 'drizzle-orm'
import { index, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, updatedAt } from '#db/columns.ts'
import { countryCodes } from '#kernel/phone.ts'
import { users } from '../core/users.ts'

/** Delivery addresses of a person. */
export const addresses = sqliteTable(
  'addresses',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    label: text('label').notNull(),
    recipientName: text('recipient_name').notNull(),
    phone: text('phone').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    city: text('city').notNull(),
    commune: text('commune'),
    quartier: text('quartier'),
    avenue: text('avenue'),
    number: text('number'),
    landmark: text('landmark'),
    lat: real('lat'),
    lng: real('lng'),
    isDefault: flag('is_default').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('addresses_of_user').on(t.userId, t.createdAt),
    uniqueIndex('addresses_default').on(t.userId).where(sql`is_default = 1`),
  ],
)
