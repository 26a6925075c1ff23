import { type SQL, sql } from 'drizzle-orm'
import { ERASED_NAME, ERASED_TEXT, type Place } from './place.ts'

/** Addresses and the proved number of an account, except those that another account has by now. */
const addressesOf = (id: SQL): SQL => sql`
  SELECT a.address FROM (
    SELECT u.email AS address FROM users u WHERE u.id = ${id}
    UNION ALL SELECT u.secondary_email FROM users u WHERE u.id = ${id}
    UNION ALL SELECT u.phone FROM users u WHERE u.id = ${id} AND u.phone_verified_at IS NOT NULL
  ) a
  WHERE a.address IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email = a.address AND o.deleted_at IS NULL AND o.id <> ${id})
    AND NOT EXISTS (
      SELECT 1 FROM users o WHERE o.phone = a.address AND o.phone_verified_at IS NOT NULL AND o.deleted_at IS NULL AND o.id <> ${id})`

/** A table whose rows about an account all go. */
const dropped = (table: string, shows = '*'): Place => ({ table, by: 'user_id', erase: 'DROP', shows })

/** Places of an account beside its orders; the account itself is the last. */
export const PERSONAL: Place[] = [
  {
    table: 'outbox',
    by: (id) => sql`outbox.status = 'PENDING' AND outbox.recipient IN (${addressesOf(id)})`,
    erase: 'DROP',
    shows: 'channel, kind, created_at',
  },
  {
    table: 'codes',
    by: (id) => sql`(codes.person = ${id} OR codes.person IN (${addressesOf(id)}))`,
    erase: 'DROP',
    shows: 'purpose, sent_at, expires_at, consumed_at',
  },
  {
    // Answers kept for repeated requests; their scope begins with the account's id.
    table: 'idempotency_keys',
    by: (id) => sql`scope >= ${id} || ' ' AND scope < ${id} || '!'`,
    erase: 'DROP',
    shows: 'scope, status, created_at',
  },
  {
    table: 'reports',
    by: 'reporter_id',
    erase: 'comment = NULL',
    if: 'comment IS NOT NULL',
    shows: '-note',
  },
  {
    table: 'documents',
    by: 'owner_id',
    only: "documents.kind <> 'BOOKING'",
    erase: 'DROP',
    shows: '*',
    files: ['key'],
    order: ['created_at', 'rowid'],
  },
  dropped('addresses'),
  dropped('favorites'),
  dropped('cart_items'),
  dropped('carts'),
  dropped('quotes', '-groups'),
  dropped('push_devices', '-address p256dh auth'),
  dropped('sessions'),
  dropped('one_time_tokens', '-secret_hash facts'),
  dropped('recoveries'),
  dropped('passkeys', '-credential_id public_key'),
  dropped('totp', '-sealed_seed'),
  dropped('backup_codes', '-code_hash'),
  dropped('identities'),
  { table: 'terms_accepted', by: 'user_id', shows: '*', order: ['version'] },
  dropped('notifications', '-facts'),
  dropped('feed_reads'),
  dropped('feeds'),
  dropped('notification_preferences'),
  // The archive of a copy is a folder of files.
  {
    ...dropped('data_copies'),
    files: ["'private/copies/' || id || '/'"],
  },
  {
    // Pictures of messages are documents. The new name is longer than one that a phone can give, so that no message has it already.
    table: 'messages',
    by: 'sender_id',
    erase: `body = '${ERASED_TEXT}', client_message_id = id || '-' || id`,
    shows: '-recipient_id rider_id',
    order: ['order_id', 'client_message_id'],
  },
  {
    table: 'reviews',
    by: 'author_id',
    erase: 'comment = NULL',
    if: 'comment IS NOT NULL',
    shows: '-answer answered_at reported_by report_reason report_comment decided_at decision_reason',
    under: [{ table: 'review_images', by: 'review_id', erase: 'DROP', shows: '*', files: ['key'] }],
  },
  {
    table: 'reviews',
    name: 'reviews_reported',
    by: 'reported_by',
    erase: 'report_comment = NULL',
    if: 'report_comment IS NOT NULL',
    shows: 'id, report_comment',
  },
  {
    table: 'incidents',
    by: 'opened_by',
    erase: `title = '${ERASED_TEXT}', description = '${ERASED_TEXT}'`,
    shows: '-note ref',
  },
  {
    table: 'incident_updates',
    by: 'author_id',
    erase: `body = '${ERASED_TEXT}'`,
    shows: '*',
  },
  { table: 'incident_parties', by: 'user_id', shows: '*' },
  {
    table: 'tickets',
    by: 'owner_id',
    erase: `subject = '${ERASED_TEXT}'`,
    shows: '-assignee_id',
  },
  {
    table: 'ticket_messages',
    by: 'author_id',
    erase: `body = '${ERASED_TEXT}'`,
    shows: 'id, ticket_id, iif(is_internal, NULL, body) AS body, created_at',
  },
]

/** The account itself: erased on its day, if nobody took that back. */
export const ACCOUNT: Place = {
  table: 'users',
  by: 'id',
  if: 'erased_at IS NULL AND erasure_due_at <= :now',
  erase: `name = '${ERASED_NAME}', email = 'efface-' || id || '@invalid', email_verified_at = NULL, phone = NULL,
    phone_verified_at = NULL, phone_vouched = NULL, avatar_key = NULL, secondary_email = NULL, secondary_email_verified_at = NULL,
    password_hash = NULL, block_reason = NULL, last_login_at = NULL, deleted_at = coalesce(deleted_at, :now), erased_at = :now,
    updated_at = :now`,
  shows: '-password_hash block_reason',
  files: ['avatar_key'],
}
