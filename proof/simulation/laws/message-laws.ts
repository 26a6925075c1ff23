import { TO_THEM } from '#domain/money/ledger/copy-laws.ts'

/** The place of a message among those that its recipient was sent there. */
const nth = (
  of: string,
) => `(SELECT count(*) FROM messages e WHERE e.order_id = ${of}.order_id AND e.channel = ${of}.channel
  AND e.recipient_id = ${of}.recipient_id AND e.position <= ${of}.position)`

/** Laws of messages, whoever writes and reads at once, beside the laws of what conversations count. */
export const MESSAGE_LAWS: Record<string, string> = {
  'the messages of a channel stand in a row': `
    SELECT m.order_id FROM messages m GROUP BY m.order_id, m.channel HAVING min(m.position) <> 1 OR max(m.position) <> count(*)`,
  'unread is what the others wrote after the last mark': `
    SELECT c.order_id FROM conversations c WHERE c.received - c.seen <> (
      SELECT count(*) FROM messages m WHERE ${TO_THEM} AND ${nth('m')} > coalesce((
        SELECT max(r.seen) FROM read_marks r WHERE r.order_id = c.order_id AND r.channel = c.channel AND r.user_id = c.user_id), 0))`,
  'a message has its number for whom it is': `
    SELECT m.id FROM messages m WHERE ${nth('m')} <> CASE m.sender_role WHEN 'BUYER' THEN m.to_other ELSE m.to_buyer END`,
  'every mark goes on where the one before it ended': `
    SELECT r.order_id FROM read_marks r WHERE r.seen_before <> coalesce((
      SELECT max(b.seen) FROM read_marks b WHERE b.order_id = r.order_id AND b.channel = r.channel AND b.user_id = r.user_id
        AND b.seen < r.seen), 0)`,
  'a rider is shown a conversation while the job is theirs': `
    SELECT c.order_id FROM conversations c WHERE c.channel = 'BUYER_RIDER'
      AND c.user_id <> (SELECT o.buyer_id FROM orders o WHERE o.id = c.order_id)
      AND (c.shown_to IS NOT NULL) <> EXISTS (
        SELECT 1 FROM deliveries d JOIN riders r ON r.id = d.rider_id WHERE d.order_id = c.order_id AND r.user_id = c.user_id)`,
  'a picture went with one message, of its sender and order': `
    SELECT d.id FROM documents d WHERE d.message_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM messages m WHERE m.id = d.message_id AND m.sender_id = d.owner_id AND m.order_id = d.subject_id)
    UNION ALL SELECT d.message_id FROM documents d WHERE d.message_id IS NOT NULL GROUP BY 1 HAVING count(*) > 5`,
  'a notice of business opens what it tells of': `
    SELECT n.id, n.type FROM notifications n WHERE n.data = '{}' AND (
      n.type GLOB 'order.*' OR n.type GLOB 'delivery.*' OR n.type GLOB 'message.*' OR n.type GLOB 'payout.*' OR n.type GLOB 'admin-payout.*'
      OR n.type GLOB 'refund.*' OR n.type GLOB 'subscription.*' OR n.type GLOB 'kyc.*' OR n.type GLOB 'rider.*' OR n.type GLOB 'shop.*'
      OR n.type GLOB 'product.*' OR n.type GLOB 'ticket.*' OR n.type GLOB 'incident.*')`,
}
