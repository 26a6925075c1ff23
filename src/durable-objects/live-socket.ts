import type { LiveNote } from '../db/schema/core/live.ts'

/** Reasons of the service to close a socket, as its client reads them (docs/live.md, Closing). */
const CLOSES = { ONLY_PING: 4400, SESSION_ENDED: 4401, TOO_MANY: 4409 } as const

/** Most things of which a socket remembers the last message. */
const MOST_TOPICS = 40

/** Facts that a socket keeps while its object sleeps; `ranks` has the last message about each thing, the latest thing last. */
export type Listener = { userId: string; sessionId: string; openedAt: number; ranks: [topic: string, rank: number][] }

export const listenerOf = (socket: WebSocket): Listener => socket.deserializeAttachment()

export const isOpen = ({ readyState }: WebSocket): boolean => readyState === WebSocket.OPEN

export const close = (socket: WebSocket, why: keyof typeof CLOSES): void => socket.close(CLOSES[why])

/** Says that the session is over, and closes. */
export function endSession(socket: WebSocket, message = JSON.stringify({ type: 'end', reason: 'ENDED' })): void {
  socket.send(message)
  close(socket, 'SESSION_ENDED')
}

/** Sends a message, unless it or a later one about the same thing was sent. */
export function hear(socket: WebSocket, { sessionId, topic, rank, message }: LiveNote): void {
  const listener = listenerOf(socket)
  if (sessionId !== null) {
    if (sessionId === listener.sessionId) endSession(socket, message)
    return
  }
  if (topic !== null && rank !== null) {
    const last = listener.ranks.find(([known]) => known === topic)?.[1]
    if (last !== undefined && rank <= last) return
    const ranks = [...listener.ranks.filter(([known]) => known !== topic), [topic, rank] as [string, number]]
    socket.serializeAttachment({ ...listener, ranks: ranks.slice(-MOST_TOPICS) } satisfies Listener)
  }
  socket.send(message)
}
