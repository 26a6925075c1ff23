import { describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { type Matter, refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { sendDue } from '#domain/money/gateways/attempts/send.ts'
import { reportOpenMovements } from '#domain/money/gateways/clock/report-open.ts'
import { resolveTransaction } from '#domain/money/gateways/deciding/resolve.ts'
import { CONTRADICTION, OTHER_AMOUNT } from '#domain/money/gateways/matters.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { UNCLAIMED } from '#domain/money/ledger/matters.ts'
import { closeIncidentsOver } from '#domain/office/incidents/close-over.ts'
import { dismissIncident } from '#domain/office/incidents/dismiss.ts'
import { MATTERS } from '#domain/office/incidents/matters.ts'
import { resolveIncident } from '#domain/office/incidents/resolve.ts'
import { showIncident } from '#domain/office/incidents/show.ts'
import { DATABASE_FULL } from '#domain/office/platform/watch-database.ts'
import { OVERDUE } from '#domain/orders/orders/matters.ts'
import { SEVERAL_TRANSACTIONS } from '#kernel/outcome.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, NOT_FOUND, SUCCEEDED, transactionsOf, UNKNOWN } from '#testing/domain/gateways.ts'
import { AGENT, addOffice } from '#testing/domain/office.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'

// A fault is told once: an incident that ended before its matter did would leave nobody who hears of the money.

const domain = openDomain(addOffice)
const { charge, row } = transactionsOf(domain)
const agent = domain.as(AGENT)
const admin = domain.as({ id: 'admin', role: 'ADMIN' })

type Told = { id: string; ref: string; status: string; note: string | null }
const all = () =>
  domain.rows<Told>(
    'SELECT id, ref, status, note FROM incidents WHERE opened_by IS NULL ORDER BY created_at DESC, id DESC',
  )
const told = () => all()[0] as Told
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
const WORDS = {
  resolve: (ctx = admin, id = told().id) => resolveIncident(ctx, id, { outcome: 'SELLER', note: 'Vu' }),
  dismiss: (ctx = admin, id = told().id) => dismissIncident(ctx, id, { note: 'Vu' }),
}
const SUPPORTS = { code: 'FORBIDDEN' }
const NOBODYS = { reason: 'INVALID_TRANSITION', guard: 'MATTER_NOT_OVER' }

/** Neither of the team ends it by a word. */
async function expectNoWord() {
  const { status } = told()
  for (const say of Object.values(WORDS)) {
    await expect(say(agent)).rejects.toMatchObject(SUPPORTS)
    await expect(say(admin)).rejects.toMatchObject(NOBODYS)
  }
  expect(told().status).toBe(status)
}

describe.each(Object.entries(OPENED))('the incident of a movement (%s)', (kind, open) => {
  it('is not closed by hand while that has no verdict', async () => {
    await open()
    expect(told().ref).toBe(`${kind}:tx`)
    await expectNoWord()
  })

  it.each(['succeeded', 'failed'] as const)('ends when an ADMIN decides: %s', async (outcome) => {
    await open()
    await decideByHand(admin, 'tx', { outcome, note: 'Vu chez eux' })
    expect(told().status).toBe('RESOLVED')
  })
})

it.each(['silent', 'untraced'])('an incident (%s) ends with a verdict that comes by itself', async (kind) => {
  await OPENED[kind]?.()
  await applyReading(domain.after(2 * DAY_MS), await row(), DECLINED)
  expect(told()).toMatchObject({ status: 'RESOLVED', note: 'Le mouvement a son verdict.' })
})

it('an ADMIN says with a note what several transactions mean, once the verdict is there', async () => {
  await OPENED.several?.()
  await applyReading(domain.after(2 * DAY_MS), await row(), DECLINED)
  expect(told().status).toBe('OPEN')
  await expect(WORDS.resolve(agent)).rejects.toMatchObject(SUPPORTS)
  await expect(WORDS.dismiss(admin)).rejects.toMatchObject(NOBODYS)
  await WORDS.resolve(admin)
  expect(told().status).toBe('RESOLVED')
})

it('one of what came in for nobody in a month waits for the decision about its movement', async () => {
  await OPENED.silent?.()
  await applyReading(domain.after(31 * DAY_MS), await row(), UNKNOWN)
  expect(await row()).toMatchObject({ status: 'expired' })
  await expectNoWord()
  await closeIncidentsOver(domain.ctx)
  expect(told().status).toBe('OPEN')
  await decideByHand(admin, 'tx', { outcome: 'failed', note: 'Jamais payé' })
  expect(told().status).toBe('RESOLVED')
})

describe('attempts that could not be sent', () => {
  const unsent = async () => {
    const money = { amount_minor: 2151, currency: 'USD', phone: '243810000001', network: 'airtel', country: 'CD' }
    const paid = { gateway: 'B', requested_by: 'seller', account: 'seller:sp:available', status: 'ACCEPTED' }
    domain.add('payouts', { id: 'p1', ...paid, ...money, created_at: NOW, updated_at: NOW })
    charge({ sentAt: null, kind: 'payout', purpose: 'WITHDRAWAL', subjectId: 'p1', nextCheckAt: NOW })
    await reportOpenMovements(domain.after(HOUR_MS))
    expect(told().ref).toBe('unsent:B:2026-09-01')
  }

  it('are in an incident that ends with the last that leaves, in its commit', async () => {
    await unsent()
    await expectNoWord()
    await sendDue(domain.after(2 * HOUR_MS), await row())
    expect(told().status).toBe('RESOLVED')
  })

  it('are in another one where the day’s has ended', async () => {
    await unsent()
    await sendDue(domain.after(2 * HOUR_MS), await row())
    charge({ id: 'other', reference: 'other', sentAt: null, nextCheckAt: NOW })
    await reportOpenMovements(domain.after(3 * HOUR_MS))
    expect(all().map(({ status }) => status)).toEqual(['OPEN', 'RESOLVED'])
    expect(told().ref).toMatch(/^unsent:B:2026-09-01T/)
  })

  it('are told of anew where the incident ended while the call was made in vain', async () => {
    await unsent()
    const tx = await row()
    domain.answers.push({ kind: 'notSent' })
    domain.run("UPDATE incidents SET status = 'RESOLVED' WHERE ref GLOB 'unsent:*'")
    await sendDue(domain.after(HOUR_MS + MINUTE_MS), tx)
    expect(await row()).toMatchObject({ sentAt: null, reportedAt: null })
  })
})

describe('an operator that contradicts itself', () => {
  const contradicted = async () => {
    const tx = charge({ sentAt: NOW, status: 'succeeded', finalAt: NOW, externalId: 'x' })
    await applyReading(domain.after(HOUR_MS), tx, DECLINED)
    expect(told().ref).toBe('contradiction:tx:failed')
    await expectNoWord()
  }

  it('is asked again, though the movement is final, and ends the incident by its right word', async () => {
    await contradicted()
    domain.answers.push({ ...DECLINED })
    await pollGateway(domain.after(2 * HOUR_MS), await row())
    expect(told().status).toBe('OPEN')
    domain.answers.push({ ...SUCCEEDED })
    await pollGateway(domain.after(3 * HOUR_MS), await row())
    expect(told().status).toBe('RESOLVED')
  })

  it('is not asked where nothing is contradicted, and a decision ends the incident too', async () => {
    await contradicted()
    domain.answers.push({ ...DECLINED })
    await resolveTransaction(admin, 'tx', { outcome: 'reversed', note: 'Repris' })
    expect(told().status).toBe('RESOLVED')
    const asked = domain.calls.length
    await pollGateway(domain.after(3 * HOUR_MS), await row())
    expect(domain.calls.length).toBe(asked)
  })
})

describe('every kind', () => {
  const opened = (matter: Matter, key: string, more: { type?: 'PLATFORM' } = {}) =>
    commit(domain.ctx, [
      openIncident(domain.ctx, {
        ...{
          ref: refOf(matter, key),
          severity: 'HIGH',
          title: 'Un écart',
          description: 'Il manque un franc.',
          ...more,
        },
      }),
    ])

  it('has a name of its own, and what holds it open is SQL', async () => {
    expect(new Set(MATTERS.map(({ name }) => name)).size).toBe(MATTERS.length)
    for (const matter of MATTERS) await opened(matter, 'x:y:2026-09-01')
    await closeIncidentsOver(domain.ctx)
    const open = all().filter(({ status }) => status === 'OPEN')
    // Nothing of these is there, so that only what a person ends stays, and a law of which no verdict is known.
    expect(
      open.map(({ ref }) => MATTERS.find(({ name }) => ref === `${name}:x:y:2026-09-01`)?.name).toSorted(),
    ).toEqual(
      MATTERS.filter(({ name, lasts }) => !lasts || name === 'law' || name === 'backup')
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  it('of money that the books cannot follow is ended by an ADMIN with a note, and dismissed by nobody', async () => {
    await opened(UNCLAIMED, 'p1')
    await expect(WORDS.resolve(agent)).rejects.toMatchObject(SUPPORTS)
    await expect(WORDS.dismiss(agent)).rejects.toMatchObject(SUPPORTS)
    await expect(WORDS.dismiss(admin)).rejects.toMatchObject(NOBODYS)
    await WORDS.resolve(admin)
    expect(told()).toMatchObject({ status: 'RESOLVED', note: 'Vu' })
  })

  it.each([
    [DATABASE_FULL, '70'],
    [OVERDUE, 'o1:RETURNING'],
  ])('of the service itself is staff’s to end (%#)', async (matter, key) => {
    await opened(matter, key, { type: 'PLATFORM' })
    await WORDS.dismiss(agent)
    expect(told().status).toBe('DISMISSED')
  })

  it('says to staff what ends it, and who may end it by a word', async () => {
    await opened(OTHER_AMOUNT, 'tx')
    const shown = await showIncident(agent, told().id)
    expect(shown.ending).toEqual({
      ends: "Se clôt quand le mouvement a son verdict, de l'opérateur ou d'un administrateur.",
      resolvedBy: [],
      dismissedBy: [],
    })
    await opened(CONTRADICTION, 'tx:failed')
    const people = await showIncident(agent, 'incident')
    expect(people.ending).toEqual({ ends: null, resolvedBy: ['ADMIN', 'SUPPORT'], dismissedBy: ['ADMIN', 'SUPPORT'] })
  })
})
