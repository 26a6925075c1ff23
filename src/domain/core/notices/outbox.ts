import type { Write } from '../../../db/client.ts'

const messages = new WeakSet<Write>()

/** Marks a write as one that puts a message into the outbox: the commit that holds it sends what waits there. */
export function asMessage<W extends Write>(write: W): W {
  messages.add(write)
  return write
}

export const isMessage = (write: Write): boolean => messages.has(write)
