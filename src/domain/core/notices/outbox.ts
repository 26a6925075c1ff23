import type { Write } from '../../../db/client.ts'

const messages = new WeakSet<Write>()
const companions = new WeakMap<Write, Write[]>()

/** Marks a write as one that puts a message into the outbox: the commit that holds it sends what waits there. */
export function asMessage<W extends Write>(write: W): W {
  messages.add(write)
  return write
}

export const isMessage = (write: Write): boolean => messages.has(write)

/** Ties others, such as a message, to the write that causes them: the commit that holds the one writes these behind it. */
export function accompany<W extends Write>(write: W, ...others: Write[]): W {
  companions.set(write, [...(companions.get(write) ?? []), ...others])
  return write
}

/** The writes of a commit, each followed by what is tied to it. */
export const withCompanions = (writes: Write[]): Write[] =>
  writes.flatMap((write) => [write, ...withCompanions(companions.get(write) ?? [])])
