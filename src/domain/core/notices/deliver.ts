import type { Delivery } from '#providers/delivery.ts'
import type { Ctx } from '../context.ts'
import type { Message } from './lease.ts'

type Send = (message: Message) => Promise<Delivery>

/** Failures in a row after which a line of senders leaves a provider alone. */
const ENOUGH = 2

/** Failures in a row of each provider of a channel, as one line of senders saw them. */
export type FailuresInARow = { first: number; second: number }

/** The providers of a channel: the second stands in for the first, if there is one (docs/gateways.md, Second providers). */
function providersOf({ providers }: Ctx, channel: Message['channel']): { first: Send; second: Send | undefined } {
  const { sms, email, secondSms, secondEmail } = providers
  const bySms =
    (port: typeof sms): Send =>
    ({ recipient, body }) =>
      port.send({ to: recipient, text: body })
  const byMail =
    (port: typeof email): Send =>
    ({ recipient, subject, body }) =>
      port.send({ to: recipient, subject, text: body })
  return channel === 'SMS'
    ? { first: bySms(sms), second: secondSms && bySms(secondSms) }
    : { first: byMail(email), second: secondEmail && byMail(secondEmail) }
}

/**
 * Sends a message by the first provider, or by the second if the first failed twice: with this message, or in a row before it. A code goes
 * to the other provider at once, because somebody waits for it. If a provider refuses a message for good, the other is not asked.
 */
export async function deliver(ctx: Ctx, message: Message, seen: FailuresInARow): Promise<Delivery> {
  const { first, second } = providersOf(ctx, message.channel)
  const byFirst = noting(first, seen, 'first')
  if (!second) return byFirst(message)
  const bySecond = noting(second, seen, 'second')
  const isSecondsTurn = seen.first >= ENOUGH || (message.attempts > ENOUGH && message.attempts % 2 === 1)
  const [one, other] = isSecondsTurn ? [bySecond, byFirst] : [byFirst, bySecond]
  const delivery = await one(message)
  return delivery.kind === 'failed' && message.lane === 'CODE' ? other(message) : delivery
}

const noting =
  (send: Send, seen: FailuresInARow, which: keyof FailuresInARow): Send =>
  async (message) => {
    const delivery = await send(message)
    seen[which] = delivery.kind === 'failed' ? seen[which] + 1 : 0
    return delivery
  }

/** Whether no provider of a channel takes messages: the rest waits for a later tick. */
export const takesNothing = (
  { providers }: Ctx,
  channel: Message['channel'],
  { first, second }: FailuresInARow,
): boolean => {
  const hasSecond = { SMS: providers.secondSms, EMAIL: providers.secondEmail, PUSH: undefined }[channel]
  return first >= ENOUGH && (!hasSecond || second >= ENOUGH)
}
