import type { LiveNote } from '#db/schema/core/live.ts'
import type { Locale } from '#kernel/format.ts'
import { type Told, wordsOf } from '../notices/told.ts'

/** Bytes of a text, as JSON, up to which it is sent whole, and signs that are left of a longer one: a message has 4 KiB at most. */
const MOST_BYTES = 3000
const SIGNS = 700

type Row = Told & { id: string; locale: Locale; data: object; readAt: null; createdAt: string }

const bytesOf = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length
const cut = (text: string) => (bytesOf(text) > MOST_BYTES ? `${[...text].slice(0, SIGNS).join('')}…` : text)

/** Writes the words of a notification into its live message, as the list shows it; other messages stay as they are. */
export function withWords(note: LiveNote): LiveNote {
  const message = JSON.parse(note.message) as { type: string; notification: Row }
  if (message.type !== 'notification') return note
  const { locale, facts, ...row } = message.notification
  const { title, body } = wordsOf({ ...row, facts }, locale)
  const notification = { ...row, title, body: cut(body) }
  return { ...note, message: JSON.stringify({ ...message, notification }) }
}
