import { describe, expect, it } from 'vitest'
import { applyReading } from '../../../src/domain/money/gateways/apply.ts'
import { reportOpenMovements } from '../../../src/domain/money/gateways/report-open.ts'
import { resolveTransaction } from '../../../src/domain/money/gateways/resolve.ts'
import { dismissIncident } from '../../../src/domain/office/incidents/dismiss.ts'
import { resolveIncident } from '../../../src/domain/office/incidents/resolve.ts'
import { SEVERAL_TRANSACTIONS } from '../../../src/kernel/outcome.ts'
import { DAY_MS, HOUR_MS } from '../../../src/kernel/time.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'
import { DECLINED, NOT_FOUND, transactionsOf, UNKNOWN } from '../../in-node/gateways.ts'
import { AGENT, addOffice } from '../../in-node/office.ts'

// A fault is told once: an incident that ended before its movement did would leave nobody who hears of the money.

const domain = openDomain(addOffice)
const { charge, row } = transactionsOf(domain)
const agent = domain.as(AGENT)
const admin = domain.as({ id: 'admin', role: 'ADMIN' })

const told = () =>
  domain.row(
    'SELECT id, ref, status, note FROM incidents WHERE opened_by IS NULL ORDER BY created_at DESC, id DESC',
  ) as {
    id: string
    ref: string
    status: string
    note: string | null
  }
const several = { outcome: { kind: 'unknown', detail: SEVERAL_TRANSACTIONS } } as const
const otherAmount = { outcome: { kind: 'succeeded' }, money: { amountMinor: 1, currency: 'USD' } } as const

const OPENED: Record<string, () => Promise<unknown>> = {
  silent: async () => {
    charge({ sentAt: NOW })
    await reportOpenMovements(domain.after(DAY_MS))
  },
  untraced: () => applyReading(domain.after(HOUR_MS), charge({ kind: 'payout', sentAt: NOW }), NOT_FOUND),
  several: () => applyReading(domain.after(HOUR_MS), charge({ sentAt: NOW }), several),
  amount: () => applyReading(domain.after(HOUR_MS), charge({ sentAt: NOW }), otherAmount),
}
const closings = (id: string) => [
  () => resolveIncident(agent, id, { outcome: 'SELLER', note: 'Vu' }),
  () => dismissIncident(agent, id, { note: 'Vu' }),
]

describe.each(Object.entries(OPENED))('the incident of a movement (%s)', (kind, open) => {
  it('is not closed by hand while that has no verdict', async () => {
    await open()
    const { id, ref } = told()
    expect(ref).toBe(`${kind}:tx`)
    for (const close of closings(id))
      await expect(close()).rejects.toMatchObject({ reason: 'INVALID_TRANSITION', guard: 'MOVEMENT_UNDECIDED' })
    expect(told().status).toBe('OPEN')
  })

  it.each(['succeeded', 'failed'] as const)('ends when an ADMIN decides: %s', async (outcome) => {
    await open()
    await resolveTransaction(admin, 'tx', { outcome, note: 'Vu chez eux' })
    expect(told().status).toBe('RESOLVED')
  })
})

it.each(['silent', 'untraced'])('an incident (%s) ends with a verdict that comes by itself', async (kind) => {
  await OPENED[kind]?.()
  await applyReading(domain.after(2 * DAY_MS), await row(), DECLINED)
  expect(told()).toMatchObject({ status: 'RESOLVED', note: 'Le mouvement a son verdict.' })
})

it('what several transactions mean is still a person’s to say once the verdict is there', async () => {
  await OPENED.several?.()
  await applyReading(domain.after(2 * DAY_MS), await row(), DECLINED)
  const { id, status } = told()
  expect(status).toBe('OPEN')
  await dismissIncident(agent, id, {})
  expect(told().status).toBe('DISMISSED')
})

it.each([0, 1])('one of what came in for nobody in a month may be closed by hand (%i)', async (how) => {
  await OPENED.silent?.()
  await applyReading(domain.after(31 * DAY_MS), await row(), UNKNOWN)
  expect(await row()).toMatchObject({ status: 'expired' })
  const { id, status } = told()
  expect(status).toBe('OPEN')
  await closings(id)[how]?.()
  expect(told().status).not.toBe('OPEN')
})

it('one of many that could not be sent may be closed by hand once all of its gateway have left', async () => {
  charge({ sentAt: null, nextCheckAt: NOW })
  await reportOpenMovements(domain.after(HOUR_MS))
  const { id, ref } = told()
  expect(ref).toMatch(/^unsent:/)
  const later = { ...agent, now: NOW + HOUR_MS }
  for (const close of [resolveIncident, dismissIncident])
    await expect(close(later, id, { outcome: 'SELLER', note: 'Vu' })).rejects.toMatchObject({
      reason: 'INVALID_TRANSITION',
      guard: 'MOVEMENTS_UNSENT',
    })
  domain.run('UPDATE gateway_transactions SET sent_at = 1')
  await dismissIncident(later, id, {})
  expect(told().status).toBe('DISMISSED')
})
