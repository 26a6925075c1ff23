import { DurableObject } from 'cloudflare:workers'
import type { LiveNote } from '../db/schema/core/live.ts'
import type { Ctx } from '../domain/core/context.ts'
import { keepListening, stopListening } from '../domain/office/notifications/listeners.ts'
import type { Env } from '../env.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import { contextOf } from '../platform-context.ts'
import { answerCall } from './answer.ts'
import { close, endSession, hear, isOpen, type Listener, listenerOf } from './live-socket.ts'

/** Most open sockets of a person. */
const MOST_SOCKETS = 5
/** The database is asked again whether the sessions hold after this time. */
const CHECK_MS = 15 * MINUTE_MS

/** One object per person: their open sockets (docs/live.md). It sleeps while nothing is said, and keeps nothing once they are closed. */
export class PersonSockets extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** Opens a socket of the person and session in the headers, whom the Worker has let in. */
  override async fetch({ headers }: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    const before = this.sockets().toSorted((a, b) => listenerOf(a).openedAt - listenerOf(b).openedAt)
    for (const oldest of before.slice(0, Math.max(0, before.length + 1 - MOST_SOCKETS))) close(oldest, 'TOO_MANY')
    const last = before.at(-1)
    this.ctx.acceptWebSocket(server)
    server.serializeAttachment({
      userId: headers.get('x-user') ?? '',
      sessionId: headers.get('x-session') ?? '',
      openedAt: Math.max(Date.now(), last ? listenerOf(last).openedAt + 1 : 0),
      ranks: [],
    } satisfies Listener)
    server.send(JSON.stringify({ type: 'hello' }))
    // A session that ends from here on is told to this socket, and one that ended before is found now.
    await this.check()
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Sends messages to the person's sockets, and closes those whose session ended. */
  async tell(userId: string, notes: LiveNote[]): Promise<void> {
    for (const note of notes) for (const socket of this.sockets()) hear(socket, note)
    if (this.sockets().length === 0) await this.rest(userId)
  }

  /** Takes no message: a ping is answered without waking the object. */
  override async webSocketMessage(socket: WebSocket): Promise<void> {
    if (!isOpen(socket)) return
    close(socket, 'ONLY_PING')
    await this.restWithout(socket)
  }

  /** Answers the close of a client, who would wait for it. */
  override webSocketClose(socket: WebSocket): Promise<void> {
    socket.close(1000)
    return this.restWithout(socket)
  }

  override webSocketError(socket: WebSocket): Promise<void> {
    return this.restWithout(socket)
  }

  override alarm(): Promise<void> {
    return this.check()
  }

  private sockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter(isOpen)
  }

  /** Closes the sockets whose session does not hold, and sets the time at which to ask again. */
  private async check(): Promise<void> {
    const asked = this.sockets().map((socket) => ({ socket, ...listenerOf(socket) }))
    const [first] = asked
    // Sockets that went without a word: a deployment cut them.
    if (!first) return this.ctx.id.name === undefined ? undefined : this.rest(this.ctx.id.name)
    const { userId } = first
    const again = Date.now() + CHECK_MS
    // Set before the database is asked: if it does not answer, it is asked again.
    await this.ctx.storage.setAlarm(again)
    const ids = [...new Set(asked.map(({ sessionId }) => sessionId))]
    const holding = await this.work((ctx) => keepListening(ctx, userId, ids))
    if (!holding) return
    const ends = new Map(holding.map(({ id, endsAt }) => [id, endsAt]))
    for (const { socket, sessionId } of asked) if (!ends.has(sessionId) && isOpen(socket)) endSession(socket)
    if (this.sockets().length === 0) return this.rest(userId)
    const soonest = Math.min(...ends.values())
    if (soonest < again) await this.ctx.storage.setAlarm(soonest)
  }

  /** Forgets the person if no other socket is open. */
  private async restWithout(closing: WebSocket): Promise<void> {
    const left = this.sockets().filter((socket) => socket !== closing)
    if (left.length === 0) await this.rest(listenerOf(closing).userId)
  }

  private async rest(userId: string): Promise<void> {
    await this.ctx.storage.deleteAll()
    await this.work((ctx) => stopListening(ctx, userId))
    // Somebody may have opened one meanwhile.
    if (this.sockets().length > 0) await this.check()
  }

  /** Asks the database. An error is logged, and a later check asks again. */
  private async work<T>(ask: (ctx: Ctx) => Promise<T>): Promise<T | undefined> {
    const guest = { caller: { kind: 'guest' }, keyUse: undefined } as const
    const answer = await answerCall(this.env, guest, { object: 'PersonSockets' }, () =>
      ask(contextOf(this.env, (later) => this.ctx.waitUntil(later))),
    )
    return answer.ok ? answer.value : undefined
  }
}
