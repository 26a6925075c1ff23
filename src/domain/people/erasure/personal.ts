import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { favorites } from '#db/schema/catalogue/favorites.ts'
import { codes, oneTimeTokens } from '#db/schema/core/codes.ts'
import { idempotencyKeys } from '#db/schema/core/idempotency.ts'
import { feedReads, feeds, notificationPreferences, notifications } from '#db/schema/core/notifications.ts'
import { pushDevices } from '#db/schema/core/push-devices.ts'
import { recoveries } from '#db/schema/core/recoveries.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import { cartItems, carts, quotes } from '#db/schema/orders/carts.ts'
import { addresses } from '#db/schema/people/addresses.ts'
import { backupCodes, identities, passkeys, totp } from '#db/schema/people/factors.ts'
import type { Ctx } from '#domain/core/context.ts'
import { dropDocuments } from '#domain/core/files/documents.ts'
import { queueFileRemoval } from '#domain/core/files/remove.ts'

/** Addresses and the proved number of an account, except those that another account has by now. */
const addressesOf = (id: string): SQL => sql`
  SELECT a.address FROM (
    SELECT u.email AS address FROM users u WHERE u.id = ${id}
    UNION ALL SELECT u.secondary_email FROM users u WHERE u.id = ${id}
    UNION ALL SELECT u.phone FROM users u WHERE u.id = ${id} AND u.phone_verified_at IS NOT NULL
  ) a
  WHERE a.address IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email = a.address AND o.deleted_at IS NULL AND o.id <> ${id})
    AND NOT EXISTS (
      SELECT 1 FROM users o WHERE o.phone = a.address AND o.phone_verified_at IS NOT NULL AND o.deleted_at IS NULL AND o.id <> ${id})`

/** Tables whose rows about a person all go. */
const TABLES_OF_A_PERSON = [
  addresses,
  favorites,
  cartItems,
  carts,
  quotes,
  pushDevices,
  sessions,
  oneTimeTokens,
  recoveries,
  passkeys,
  totp,
  backupCodes,
  identities,
  notifications,
  feedReads,
  feeds,
  notificationPreferences,
]

/** Removes the rows and files of a person beside the account's own row, before that row forgets its addresses. */
export const dropPersonal = (ctx: Ctx, id: string): Write[] => [
  ctx.db.run(sql`DELETE FROM outbox WHERE status = 'PENDING' AND recipient IN (${addressesOf(id)})`),
  ctx.db.delete(codes).where(or(eq(codes.person, id), sql`codes.person IN (${addressesOf(id)})`)),
  // Answers kept for repeated requests; their scope begins with the account's id.
  ctx.db.delete(idempotencyKeys).where(sql`scope >= ${`${id} `} AND scope < ${`${id}!`}`),
  ctx.db.run(sql`UPDATE reports SET comment = NULL WHERE reporter_id = ${id} AND comment IS NOT NULL`),
  ...dropDocuments(ctx, sql`documents.owner_id = ${id} AND documents.kind <> 'BOOKING'`),
  ...TABLES_OF_A_PERSON.map((table) => ctx.db.delete(table).where(eq(table.userId, id))),
]

/**
 * Blanks the texts of a person's messages about orders, and the names that their phone gave them; the rows stay. Pictures of
 * messages are documents, and go with those. The new name is longer than one that a phone can give, so that no message has it already.
 */
export const blankMessages = (ctx: Ctx, id: string): Write =>
  ctx.db.run(sql`
    UPDATE messages SET body = ${ERASED_TEXT}, client_message_id = id || '-' || id WHERE sender_id = ${id}`)

/** Blanks the words of a person's reviews, and of their reports of others', and removes the pictures; the ratings stay. */
export const blankReviews = (ctx: Ctx, id: string): Write[] => {
  const pictures = sql`review_images WHERE review_id IN (SELECT r.id FROM reviews r WHERE r.author_id = ${id})`
  return [
    queueFileRemoval(ctx, sql`SELECT key FROM ${pictures}`),
    ctx.db.run(sql`DELETE FROM ${pictures}`),
    ctx.db.run(sql`UPDATE reviews SET comment = NULL WHERE author_id = ${id} AND comment IS NOT NULL`),
    ctx.db.run(sql`UPDATE reviews SET report_comment = NULL WHERE reported_by = ${id} AND report_comment IS NOT NULL`),
  ]
}

/** Blanks the incidents that a person opened, and the updates that they wrote; the rows stay. */
export const blankIncidents = (ctx: Ctx, id: string): Write[] => [
  ctx.db.run(sql`UPDATE incidents SET title = ${ERASED_TEXT}, description = ${ERASED_TEXT} WHERE opened_by = ${id}`),
  ctx.db.run(sql`UPDATE incident_updates SET body = ${ERASED_TEXT} WHERE author_id = ${id}`),
]

/** Blanks the subjects of the account's tickets, and its messages in tickets. */
export const blankTickets = (ctx: Ctx, id: string): Write[] => [
  ctx.db.run(sql`UPDATE tickets SET subject = ${ERASED_TEXT} WHERE owner_id = ${id}`),
  ctx.db.run(sql`UPDATE ticket_messages SET body = ${ERASED_TEXT} WHERE author_id = ${id}`),
]

/** Blanks the notes and destinations of a buyer's orders, and drops the photos of their delivery; the orders stay for the books. */
export const blankOrders = (ctx: Ctx, id: string): Write[] => [
  ...dropDocuments(
    ctx,
    sql`documents.kind = 'PROOF' AND documents.subject_id IN (
      SELECT d.id FROM deliveries d JOIN orders o ON o.id = d.order_id WHERE o.buyer_id = ${id})`,
  ),
  ctx.db.run(sql`
    UPDATE deliveries SET dropoff = json_object('name', ${ERASED_NAME}, 'phone', NULL, 'address', NULL)
    WHERE order_id IN (SELECT o.id FROM orders o WHERE o.buyer_id = ${id})`),
  // Staff can no longer find these orders by the buyer or by the numbers that paid.
  ctx.db.run(sql`
    UPDATE orders_search SET name = ${ERASED_NAME}, email = '', phone = '', payers = '' WHERE rowid IN (
      SELECT k.row FROM orders o CROSS JOIN search_keys k ON k.thing_id = o.id WHERE o.buyer_id = ${id})`),
  ctx.db.run(sql`
    UPDATE orders SET delivery_address = NULL, recipient = NULL, note = NULL
    WHERE buyer_id = ${id} AND (delivery_address IS NOT NULL OR recipient IS NOT NULL OR note IS NOT NULL)`),
]

/** The name that replaces an erased one. */
export const ERASED_NAME = 'Compte effacé'
export const ERASED_TEXT = 'Message effacé'
export const erasedEmail = (id: string) => `efface-${id}@invalid`
