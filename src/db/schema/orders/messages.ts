import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from '#db/columns.ts'
import { constraint } from '#db/constraint.ts'
import { users } from '../core/users.ts'
import { orders } from './orders.ts'

export const CHANNELS = ['BUYER_SELLER', 'BUYER_RIDER'] as const
export type Channel = (typeof CHANNELS)[number]

/** Sides of a channel. */
export const SIDES = ['BUYER', 'SELLER', 'RIDER'] as const

const orderId = () =>
  text('order_id')
    .notNull()
    .references(() => orders.id)
const channel = () => text('channel', { enum: CHANNELS }).notNull()

/** Messages between the parties of an order. They are never deleted; the text is erased with the sender's account. */
export const messages = sqliteTable(
  'messages',
  {
    id: id(),
    orderId: orderId(),
    channel: channel(),
    /** Place of the message in the channel, from 1. */
    position: integer('position').notNull(),
    senderId: text('sender_id')
      .notNull()
      .references(() => users.id),
    recipientId: text('recipient_id').notNull(),
    senderRole: text('sender_role', { enum: SIDES }).notNull(),
    /** The sender's phone names it, so that it is one message however often it is sent. */
    clientMessageId: text('client_message_id').notNull(),
    body: text('body').notNull(),
    /** The rider it is from or to: the next rider does not read it. */
    riderId: text('rider_id'),
    /** Numbers of messages sent to the buyer, and to the other side, up to this one: a read up to it marks them. */
    toBuyer: integer('to_buyer').notNull(),
    toOther: integer('to_other').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('messages_position').on(t.orderId, t.channel, t.position),
    uniqueIndex('messages_client').on(t.senderId, t.orderId, t.clientMessageId),
    index('messages_rider').on(t.orderId, t.riderId, t.position).where(sql`rider_id IS NOT NULL`),
  ],
)

constraint([messages.senderId, messages.orderId, messages.clientMessageId], 'stale')

/** A channel of an order as one person has it: counted in the commit of each message, so that no list counts messages. */
export const conversations = sqliteTable(
  'conversations',
  {
    orderId: orderId(),
    channel: channel(),
    userId: text('user_id').notNull(),
    /** The person of `userId` while they may read it; a trigger clears it for a rider who gave the job up. */
    shownTo: text('shown_to'),
    /** Messages they may read; how many of these are from others, and how many of those they have read. */
    total: integer('total').notNull(),
    received: integer('received').notNull(),
    seen: integer('seen').notNull().default(0),
    lastMessageId: text('last_message_id').notNull(),
    lastAt: integer('last_at').notNull(),
    /** The time of the last mail that a message waits. */
    toldAt: instant('told_at'),
  },
  (t) => [
    primaryKey({ name: 'conversations_pk', columns: [t.orderId, t.channel, t.userId] }),
    index('conversations_inbox').on(t.shownTo, t.lastAt),
    check('conversations_seen', sql`seen BETWEEN 0 AND received AND received <= total`),
  ],
)

/** Times at which a person read messages: of those sent to them, the ones after the first `seenBefore`, up to the first `seen`. */
export const readMarks = sqliteTable(
  'read_marks',
  {
    orderId: orderId(),
    channel: channel(),
    userId: text('user_id').notNull(),
    seenBefore: integer('seen_before').notNull(),
    seen: integer('seen').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'read_marks_pk', columns: [t.orderId, t.channel, t.userId, t.seenBefore] }),
    check('read_marks_forward', sql`seen > seen_before`),
  ],
)
