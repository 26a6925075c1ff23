import { COMMANDS } from './commands.ts'
import { CALL_FAULTS, CALLBACK_FAULTS, D1_FAULTS, FORMS, MESSAGE_FAULTS, READ_FAULTS } from './gateways/faults.ts'
import { NEVER_DONE } from './people/lying.ts'
import type { Report } from './report.ts'

/** Places where a process can die, each before and after. */
const SITES = [
  'd1.read',
  'd1.commit',
  'gatewayA.deposit',
  'gatewayA.payout',
  'gatewayA.refund',
  'gatewayA.read.deposit',
  'gatewayA.read.payout',
  'gatewayA.read.refund',
  'gatewayA.configuration',
  'gatewayA.availability',
  'gatewayA.wallets',
  'gatewayA.keys',
  'gatewayB.payin',
  'gatewayB.payout',
  'gatewayB.read',
  'gatewayB.list',
  'gatewayB.page',
  'sms',
  'email',
  'files.put',
  'files.remove',
  'storage.put',
  'storage.delete',
]

/** Commands that nobody starts: they decide outside, or let time pass. */
const OUTSIDE = new Set([
  'approveOnPhone',
  'refuseOnPhone',
  'operatorPays',
  'operatorFails',
  'forgedCallback',
  'progressCallback',
  'gatewayDown',
  'gatewayLocked',
  'operatorCloses',
  'gatewayTakesFee',
  'gatewaySettles',
  'weTopUp',
  'nightsStop',
  // No code is ever guessed.
  'insiderGuesses',
  ...NEVER_DONE,
  'clockJump',
  'repeatWithKey',
  'burstOfCharges',
  'burstOfOrders',
  'changePrice',
  'changeRate',
  'changeFee',
  'callback',
])
const acts = Object.keys(COMMANDS).filter((name) => name !== 'callback')
const started = [...acts.filter((name) => !OUTSIDE.has(name)), 'callback A', 'callback B']

const EXPECTED = {
  acts,
  done: started,
  faults: [
    ...Object.keys(CALL_FAULTS).map((name) => `call.${name}`),
    ...Object.keys(READ_FAULTS).map((name) => `read.${name}`),
    ...Object.keys(CALLBACK_FAULTS).map((name) => `callback.${name}`),
    ...Object.keys(FORMS).map((name) => `money.${name}`),
    ...Object.keys(D1_FAULTS).flatMap((name) => [`d1.${name}.read`, `d1.${name}.commit`]),
    ...Object.keys(MESSAGE_FAULTS).map((name) => `message.${name}`),
    ...['call.down', 'read.down', 'read.notFound', 'down for an hour', 'later.lost', 'configuration.unreachable'],
    ...['list.nextPage', 'call.locked', 'locked out for days', 'operator closed', 'call.closed'],
    ...['tick.outOfTime', 'night.skipped', 'night.runs'],
    ...['key.mine', 'key.replay', 'key.running', 'key.lost', 'key.reused'],
    ...['object.busy', 'object.queued', 'object.shared'],
  ],
  crashes: SITES.flatMap((site) => [`${site}:before`, `${site}:after`]),
  crashesIn: started,
}

/** Lists everything that a report never saw, by kind. */
export function missing(report: Report): string[] {
  const zero = (kind: string, names: string[], table: Record<string, number>) =>
    names.filter((name) => !table[name]).map((name) => `${kind} ${name}`)
  const done = Object.fromEntries(Object.entries(report.commands).map(([name, counts]) => [name, counts.done]))
  return [
    ...zero('act', EXPECTED.acts, report.acts),
    ...zero('done', EXPECTED.done, done),
    ...zero('fault', EXPECTED.faults, report.faults),
    ...zero('crash', EXPECTED.crashes, report.crashes),
    ...zero('crash in', EXPECTED.crashesIn, report.crashesIn),
  ]
}
