import { eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { outbox } from '#db/schema/core/outbox.ts'
import { pushDevices } from '#db/schema/core/push-devices.ts'
import type { PushDelivery, PushTarget } from '#providers/push.ts'
import type { Ctx } from '../context.ts'
import type { FailuresInARow } from './deliver.ts'
import type { Message } from './lease.ts'
import { afterTry } from './outcome.ts'
import { OFFER, termsOfPush } from './push-terms.ts'
import { uncountSms } from './sms.ts'

/** The write that keeps the outcome of a message, and others that may be lost without a message being sent twice. */
export type Outcome = { kept: Write; others: Write[] }

/**
 * Sends a push (docs/gateways.md, Pushes). A device that takes none any more goes, and with it all that waits for it; what is late goes
 * unsent. One that was taken ends the SMS of its matter.
 */
export async function sendPush(ctx: Ctx, message: Message, seen: FailuresInARow): Promise<Outcome> {
  const { id, recipient, matter, kind } = message
  const delivery = await deliverPush(ctx, message)
  const mine = eq(outbox.id, id)
  // Anybody can register devices that fail: they must not hold up those of others.
  if (delivery.kind !== 'failed') seen.first = 0
  else if (!delivery.isOfDevice) seen.first++
  if (delivery.kind === 'gone')
    return {
      kept: ctx.db.delete(pushDevices).where(eq(pushDevices.id, recipient)),
      others: [ctx.db.delete(outbox).where(mine)],
    }
  if (delivery.kind === 'late') return { kept: ctx.db.delete(outbox).where(mine), others: [] }
  const isTaken = delivery.kind === 'sent'
  return {
    kept: ctx.db
      .update(outbox)
      .set({ ...afterTry(ctx.now, message, delivery), lease: null })
      .where(mine),
    others: isTaken
      ? [
          ctx.db.update(pushDevices).set({ lastUsedAt: ctx.now }).where(eq(pushDevices.id, recipient)),
          ...(matter === null || kind === OFFER ? [] : uncountSms(ctx, matter, recipient)),
        ]
      : [],
  }
}

async function deliverPush(ctx: Ctx, { device, kind, subject, body, createdAt }: Message): Promise<PushDelivery> {
  if (device === null) return { kind: 'gone' }
  const to: PushTarget = JSON.parse(device)
  const service = ctx.providers.pushes[to.kind]
  if (!service) return { kind: 'refused', detail: 'NOT_CONFIGURED' }
  const { ttlMs, isUrgent } = termsOfPush(kind)
  const ids: Record<string, string> = JSON.parse(body)
  return service.send({
    to,
    data: { kind, title: subject, ...ids },
    topic: topicOf(ids),
    isUrgent,
    expiresAt: createdAt + ttlMs,
  })
}

/** The newest push about an order or a job replaces the others: a topic has at most 32 signs, and an id has as many digits. */
const topicOf = ({ orderId, deliveryId }: Record<string, string>) =>
  (orderId ?? deliveryId)?.replaceAll('-', '').slice(0, 32)
