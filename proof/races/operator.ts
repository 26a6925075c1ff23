import { type Movement, movementsOf, outside } from '#testing/running/call.ts'
import type { RunningService } from '#testing/running/start.ts'

/** Answers to guesses at a code: five tries, and every later one waits. */
export const WRONG = [{ said: '401 INVALID_VERIFICATION_CODE', most: 5 }, '429 TOO_MANY_REQUESTS']
/** Answers to everybody after the one whose code was used up. */
export const USED = [{ said: '401 INVALID_VERIFICATION_CODE', most: 4 }, '410 GONE', '429 TOO_MANY_REQUESTS']

export const sentOnce = async (service: RunningService, { phone }: { phone: string }) => {
  const made = await movementsOf(service, phone)
  return made.length !== 1 && `${made.length} movements at the operator`
}

/** Lets its gateway be asked now: a question within 30 seconds of another, or 10 of the call, is put off. */
export const askAnew = (service: RunningService, phone: string) =>
  service.sql('UPDATE gateway_transactions SET asked_at = NULL, sent_at = sent_at - 11000 WHERE phone = ?', phone)

/** A movement that ended at its gateway and that nobody told us about. */
export async function silentEnd(service: RunningService, phone: string): Promise<Movement> {
  await outside(service, 'POST', `/phones/${phone}/approve`, { faults: ['silent'] })
  await askAnew(service, phone)
  const [movement] = await movementsOf(service, phone)
  if (!movement) throw new Error(`nothing was asked of ${phone}`)
  return movement
}
