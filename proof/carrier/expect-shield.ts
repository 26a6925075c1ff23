import { expect } from 'vitest'
import { most } from './figures.ts'
import type { playHour } from './hour.ts'

/** Expects the outcome of an hour, by the figures of docs/limits.md, Attempts, Messages and SMS. */
export function expectShield({ figures, messages }: Awaited<ReturnType<typeof playHour>>): void {
  const { honest, attackers, compared, shopping, machines } = figures
  expect(honest.refusals).toEqual([])
  expect(attackers.opened).toBe(0)
  expect(most(compared.password.values()), 'passwords of one account').toBeLessThanOrEqual(30)
  expect(most(compared.code.values()), 'codes of one account, of one network').toBeLessThanOrEqual(5)
  expect(messages.mostMailsOfStrangers, 'mails of one kind to one address').toBeLessThanOrEqual(5)
  expect(messages.mostMailsUnderFire, 'mails of one kind that several networks ask for').toBeLessThanOrEqual(20)
  expect(messages.mostSmsOfNumber, 'SMS to one number').toBeLessThanOrEqual(5)
  expect(attackers.smsAccepted.ofGuests, 'SMS for guests of one address').toBeLessThanOrEqual(30)
  expect(most(attackers.smsAccepted.ofAccounts.values()), 'SMS of one account').toBeLessThanOrEqual(10)
  expect(shopping.paid, 'orders paid').toBe(shopping.ordered)
  expect(honest.kept, 'owners on new phones whose password was used up').toBeGreaterThan(0)
  // The attack was one, people bought, and the honest met the shield.
  expect(shopping.paid).toBeGreaterThan(0)
  expect(Math.min(machines.scraped, machines.inVain, machines.challenges)).toBeGreaterThan(0)
  expect(attackers.solved).toBeGreaterThan(0)
  expect(honest.challenges).toBeGreaterThan(0)
}
