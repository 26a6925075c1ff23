import { most, sum } from './figures.ts'
import type { playHour } from './hour.ts'

type Played = Awaited<ReturnType<typeof playHour>>

/** The figures of an hour, for whoever reads them. */
export function reportOf({ figures, messages }: Played): string {
  const { honest, attackers, compared, shopping, machines } = figures
  const { ofGuests, ofAccounts } = attackers.smsAccepted
  const refusals = Object.entries(Object.groupBy(honest.refusals, (line) => line))
  return [
    `${honest.people} honest people: ${honest.requests} requests, ${honest.typos} typos, ${honest.refusals.length} refused`,
    ...refusals.map(([line, same = []]) => `  ${same.length} × ${line}`),
    `${honest.kept} owners of new phones found their password used up, and went in by a code`,
    `${honest.challenges} challenges asked of ${honest.challenged.size} of them`,
    `they saw ${shopping.lists} lists, ${shopping.details} products and ${shopping.pictures} pictures, filled ${shopping.carts} carts, ` +
      `ordered ${shopping.ordered} and paid ${shopping.paid} of them`,
    `machines: ${machines.requests} requests, ${machines.scraped} pages and pictures scraped, ${machines.inVain} without a sign-in, ` +
      `${machines.challenges} challenges spent; ${machines.refused} refused`,
    `attackers: ${attackers.requests} requests, ${attackers.solved} challenges solved`,
    `${attackers.guesses} guesses: ${sum(compared.password.values())} passwords compared, at most ${most(compared.password.values())} an account; ` +
      `${sum(compared.code.values())} codes, at most ${most(compared.code.values())} an account; ${attackers.opened} right`,
    `${attackers.registrations} registrations: ${attackers.registered} answered 201`,
    `${attackers.smsRequests} SMS asked for: ${ofGuests} by guests and ${sum(ofAccounts.values())} signed in were accepted, at most ${most(ofAccounts.values())} an account`,
    `${messages.sms} SMS written, at most ${messages.mostSmsOfNumber} to a number`,
    `${messages.mails} mails, of one kind at most ${messages.mostMailsOfStrangers} to an address that strangers asked for (${messages.kinds.join(', ')})`,
    ...figures
      .refusals()
      .map(
        ({ what, count, d1, reads, writes }) =>
          `refused with ${what}, ${count} ×: ${d1} trips to D1, ${reads} reads and ${writes} writes of KV`,
      ),
  ].join('\n')
}
