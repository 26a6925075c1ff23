import type { Write } from '#db/client.ts'

const messages = new WeakSet<Write>()
const companions = new WeakMap<Write, Write[]>()
const conclusions = new WeakMap<Write, Write[]>()

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

/** Ties others to a write that say what the whole commit left: its commit writes these behind all else. */
export function conclude<W extends Write>(write: W, ...others: Write[]): W {
  conclusions.set(write, [...(conclusions.get(write) ?? []), ...others])
  return write
}

/** The writes of a commit, each followed by what is tied to it, and behind all of them what concludes them. */
export function withCompanions(writes: Write[]): Write[] {
  const all = withAllCompanions(writes)
  return [...all, ...withAllCompanions(all.flatMap((write) => conclusions.get(write) ?? []))]
}

const withAllCompanions = (writes: Write[]): Write[] =>
  writes.flatMap((write) => [write, ...withAllCompanions(companions.get(write) ?? [])])
