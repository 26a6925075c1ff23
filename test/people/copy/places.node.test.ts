import { describe, expect, it } from 'vitest'
import type { Place } from '#domain/people/erasure/place.ts'
import { PLACES } from '#domain/people/erasure/places.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { SHOWN } from './shown-columns.ts'

const domain = openDomain()

/** Columns that name a person and are no place of the list, each with its reason. */
const NOT_PLACES: Record<string, string> = {
  'audit.actor_id': 'the record of acts stays under the id: it is what the team answers for',
  'history.actor_id': 'who moved a thing; the reasons that they gave are under the orders they ended',
  'moderation_events.actor_id': 'a decision of staff',
  'stock_movements.actor_id': 'who moved stock; a seller finds the movements under the variants',
  'transfers.actor_id': 'the books; a person reads their lines in the wallet',
  'order_notes.author_id': 'notes of the team among themselves',
  'tickets.assignee_id': 'who of the team answers',
  'bookings.requested_by': 'an act of finance, in the books',
  'bookings.confirmed_by': 'an act of finance, in the books',
  'expenses.created_by': 'an act of finance, in the books',
  'expenses.requested_by': 'an act of finance, in the books',
  'expenses.approved_by': 'an act of finance, in the books',
  'expenses.ended_by': 'a word, no person',
  'payouts.requested_by': 'an act of finance; a person finds their withdrawals by the wallet',
  'refunds.requested_by': 'an act of staff',
  'refund_requests.requested_by': 'an act of finance',
  'refund_requests.ended_by': 'a word, no person',
  'refunds.rest_by': 'a word, no person',
  'pending_approvals.requested_by': 'a request of ten minutes by the team',
  'pending_approvals.ended_by': 'a word, no person',
  'orders.cancelled_by': 'a word, no person',
  'incidents.answer_by': 'a time, no person',
  'messages.recipient_id': 'the other side wrote it',
  'messages.rider_id': 'the rider of the conversation: the sender has the row',
  'conversations.user_id': 'counts of messages, which triggers keep',
  'conversations.shown_to': 'counts of messages, which triggers keep',
  'read_marks.user_id': 'up to where somebody read a conversation of an order',
  'held_bytes.owner_id': 'a sum of stored files, which triggers keep',
  'stored_files.owner_id': 'bytes of files, which go with the files',
  'live_listeners.user_id': 'who is connected at this moment',
  'live_listeners.rider_id': 'who is connected at this moment',
  'live_notes.user_id': 'never holds a row after its commit',
  'broadcasts.user_ids': 'to whom the team writes; each has the notice itself',
  'wallets.user_id': 'the owner of the wallet says the same',
  'wallet_months.owner_id': 'sums of the lines of the wallet',
  'seller_profiles.user_id': 'by it the profile is found whose places the list has',
  'riders.user_id': 'by it the rider is found whose places the list has',
  'rider_zones.rider_id': 'the zones of the application, once more',
  'rider_deliveries.rider_id': 'sums of a day',
  'rider_days.rider_id': 'sums of a day',
  'sealed_riders.rider_id': 'in which files orders are that they brought',
  'seller_sales.seller_profile_id': 'sums of a day',
}
/** Places that a condition finds, by the column that names the person. */
const BY_CONDITION = ['outbox.recipient', 'codes.person', 'idempotency_keys.scope']

const NAMES =
  /^(user|owner|seller_profile|rider|actor|author|sender|recipient|reporter|buyer|assignee)_ids?$|_by$|^(user_ids|shown_to|person|scope|recipient)$/
/** Columns of these names that name nobody. */
const OTHER = ['orders.recipient', 'quotes.recipient']

const flat = (place: Place): Place[] => [place, ...(place.under ?? []).flatMap(flat)]
const ROOTS = Object.values(PLACES).flat()
const EVERY = ROOTS.flatMap(flat)

/** All columns of the database, as `table.column`. */
const columns = (): string[] =>
  domain
    .rows<{ name: string }>(
      `SELECT l.name || '.' || x.name AS name FROM pragma_table_list l JOIN pragma_table_xinfo(l.name) x
       WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT LIKE 'sqlite_%' AND l.name NOT LIKE '%\\_search%' ESCAPE '\\'`,
    )
    .map(({ name }) => name)
const references = (): string[] =>
  domain
    .rows<{ name: string }>(
      `SELECT l.name || '.' || f."from" AS name FROM pragma_table_list l JOIN pragma_foreign_key_list(l.name) f
       WHERE f."table" IN ('users', 'seller_profiles', 'riders')`,
    )
    .map(({ name }) => name)

const columnsOf = (table: string) =>
  domain.rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name)
/** The columns of a place in the copy. */
function shownBy({ table, shows }: Place): string[] {
  if (shows === '*') return columnsOf(table)
  const named = shows.startsWith('-') ? shows.slice(1).split(' ') : []
  // Each column that is hidden is there.
  expect(columnsOf(table)).toEqual(expect.arrayContaining(named))
  return shows.startsWith('-') ? columnsOf(table).filter((column) => !named.includes(column)) : shows.split(/,\s*/)
}

describe('the list of places', () => {
  it('8.7.5 has every column of the schema that names a person, or a reason why not', () => {
    const named = columns().filter((column) => NAMES.test(column.split('.')[1] ?? '') && !OTHER.includes(column))
    const people = new Set([...named, ...references()])
    expect(people.size).toBeGreaterThan(60)
    const listed = ROOTS.flatMap(({ table, by }) => (typeof by === 'string' ? [`${table}.${by}`] : []))
    const known = new Set([...listed, ...BY_CONDITION, ...Object.keys(NOT_PLACES)])
    expect([...people].filter((column) => !known.has(column))).toEqual([])
  })

  it('8.7.5 says no reason that is not needed, and no column that there is not', () => {
    const all = new Set([...columns()])
    expect(Object.keys(NOT_PLACES).filter((column) => !all.has(column))).toEqual([])
    const listed = ROOTS.map(({ table, by }) => `${table}.${by}`)
    expect(Object.keys(NOT_PLACES).filter((column) => listed.includes(column))).toEqual([])
    const conditions = ROOTS.filter(({ by }) => typeof by === 'function').map(({ table }) => table)
    expect(conditions).toEqual(BY_CONDITION.map((column) => column.split('.')[0]))
  })

  it('8.7.5 has every file that a row names, but pictures of the team’s posts', () => {
    const keys = columns().filter((column) => /(^|\.|_)key$/.test(column))
    const listed = EVERY.flatMap(({ table, files = [] }) => files.map((key) => `${table}.${key}`))
    const others =
      /^(posts\.cover_key|stored_files\.|removed_files\.|attempts\.|idempotency_keys\.|backup|changed_rows\.|touched\.|law_faults\.|sealed_files\.|passkeys\.public_key|search_)/
    expect(keys.filter((key) => !others.test(key) && !listed.includes(key))).toEqual([])
  })

  it('8.7.5 shows no secret, and nothing that the team wrote of somebody', () => {
    const secrets =
      /\b(\w*hash|secret\w*|sealed\w*|p256dh|auth|credential_id|public_key|response|body_hash|note|facts|\w+_reason(?<!cancellation_reason|rejection_reason|revoke_reason)|password\w*)\b/
    // The note of an order is its buyer's.
    const all = EVERY.map((place) => [
      place.name ?? place.table,
      shownBy(place).filter((column) => !(place.name === 'orders_bought' && column === 'note')),
    ])
    for (const [name, columns] of all)
      expect(
        (columns as string[]).filter((column) => secrets.test(column)),
        String(name),
      ).toEqual([])
  })

  it('8.7.5 shows a new column of no table before somebody says whether it is its person’s', () => {
    const open = EVERY.filter(({ shows }) => /^[*-]/.test(shows))
    expect(Object.fromEntries(open.map((place) => [place.name ?? place.table, shownBy(place).join(' ')]))).toEqual(
      SHOWN,
    )
  })

  it('8.7.5 can be read: each place has the columns that it shows', () => {
    for (const { table, shows } of EVERY)
      expect(
        domain.rows(`SELECT ${shows.startsWith('-') ? '*' : shows.replaceAll(':me', "''")} FROM ${table} LIMIT 0`),
      ).toEqual([])
  })
})
