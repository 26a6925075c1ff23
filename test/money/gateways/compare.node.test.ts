import { describe, expect, it } from 'vitest'
import { compareWithGateway } from '#domain/money/gateways/clock/compare-with-gateway.ts'
import { leastIdAt } from '#kernel/ids.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import type { ListedMovement } from '#providers/gateway.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { outsideOf } from '#testing/domain/outside.ts'

const domain = openDomain(addMarket)

/** When the night job of the day after `NOW` runs, and the end of the day that it compares. */
const MIDNIGHT = Math.floor(NOW / DAY_MS + 1) * DAY_MS
const TONIGHT = MIDNIGHT + HOUR_MS

/** The night, where gateway B's list says so; undefined cannot be read to its end. @returns what people are told */
async function night(list: ListedMovement[] | undefined, at = TONIGHT): Promise<string[]> {
  const movements = async (from: number, to: number) =>
    list?.filter(({ createdAt = from }) => createdAt >= from && createdAt < to)
  await compareWithGateway(domain.after(at - NOW, outsideOf({ mbiyopay: { movements } })), 'B')
  return domain
    .rows<{ description: string }>('SELECT description FROM incidents ORDER BY rowid')
    .map((i) => i.description)
}

/** A payin that succeeded, sent at this time. */
const paid = (name: string, sentAt: number, facts: Parameters<typeof addTransaction>[1] = {}) =>
  addTransaction(domain, {
    id: `${leastIdAt(facts.createdAt ?? sentAt)}-${name}`,
    reference: name,
    subjectId: name,
    status: 'succeeded',
    createdAt: sentAt,
    ...facts,
    sentAt,
  })
const MONEY = { amountMinor: 2151, currency: 'USD' } as const
const listed = (reference: string, createdAt: number, more: Partial<ListedMovement> = {}): ListedMovement => ({
  reference,
  createdAt,
  outcome: { kind: 'succeeded' },
  money: MONEY,
  ...more,
})

describe('the night job', () => {
  it('finds no difference where both say the same', async () => {
    paid('a', NOW)
    paid('b', NOW, { externalId: 'ext-b' })
    paid('open', NOW, { status: 'pending' })
    const byId = { outcome: { kind: 'succeeded' }, externalId: 'ext-b', createdAt: NOW, money: MONEY } as const
    const open = { outcome: { kind: 'pending' } } as const
    expect(await night([listed('a', NOW), byId, listed('other', NOW, open)])).toEqual([])
  })

  it('tells of each difference once', async () => {
    for (const name of ['declined', 'absent', 'amount']) paid(name, NOW)
    for (const [name, status] of [['failed', 'failed'] as const, ['taken', 'reversed'] as const])
      paid(name, NOW, { status })
    const list = [
      listed('failed', NOW),
      listed('taken', NOW),
      listed('declined', NOW, { outcome: { kind: 'declined', failureCode: 'NO' } }),
      listed('amount', NOW, { money: { amountMinor: 2000, currency: 'USD' } }),
      listed('stranger', NOW),
    ]
    const told = [
      "Mouvement failed : réussi chez l'opérateur, échoué chez nous.",
      "Mouvement taken : réussi chez l'opérateur, repris chez nous.",
      "Mouvement declined : échoué chez l'opérateur, réussi chez nous.",
      "Mouvement amount : 20 USD chez l'opérateur, 21,51 USD chez nous.",
      'Mouvement stranger : nous ne le connaissons pas.',
      '21,51 USD (absent) : absent de la liste.',
    ]
    expect(await night(list)).toEqual(told)
    expect(await night(list)).toEqual(told)
  })

  it('tells of a second movement under one reference of ours, which is somebody’s money too', async () => {
    paid('twice', NOW, { externalId: 'ext-1' })
    const list = [
      listed('twice', NOW, { externalId: 'ext-1' }),
      listed('twice', NOW, { externalId: 'ext-2', outcome: { kind: 'pending' } }),
    ]
    expect(await night(list)).toEqual([])
    expect(await night([...list, listed('twice', NOW, { externalId: 'ext-3' })])).toEqual([
      'Mouvement twice : réussi sous un autre identifiant (ext-3) que le nôtre (ext-1).',
    ])
  })

  it('looks under the next day for what was sent in the last second of its own, and after midnight for a late payout', async () => {
    paid('last', MIDNIGHT - SECOND_MS)
    paid('late', MIDNIGHT + 5 * SECOND_MS, { createdAt: MIDNIGHT - SECOND_MS, kind: 'payout' })
    const list = [listed('last', MIDNIGHT + SECOND_MS), listed('late', MIDNIGHT + 6 * SECOND_MS)]
    expect(await night(list)).toEqual([])
    expect(await night(list, TONIGHT + DAY_MS)).toEqual([])
  })

  it('misses a payout on the night after it was sent, although it was written down a day before', async () => {
    paid('late', MIDNIGHT + 5 * SECOND_MS, { createdAt: MIDNIGHT - SECOND_MS, kind: 'payout' })
    expect(await night([])).toEqual([])
    expect(await night([], TONIGHT + DAY_MS)).toEqual(['21,51 USD (late) : absent de la liste.'])
  })

  it('takes no movement of another gateway for one of the list, though both call it the same', async () => {
    paid('of A', NOW, { externalId: 'ext-1', gateway: 'A', agreedAt: NOW })
    expect(await night([listed('stranger', NOW, { externalId: 'ext-1' })])).toEqual([
      'Mouvement stranger : nous ne le connaissons pas.',
    ])
  })

  it('says that a list cannot be read to its end', async () => {
    paid('a', NOW)
    expect(await night(undefined)).toEqual(["La liste du 2026-09-01 n'a pas pu être lue jusqu'au bout."])
  })
})
