import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '#testing/fixtures/database.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { STORY_NAMES } from '#testing/stories/sealing/ended-orders.ts'
import { changesBetween, type Played, playAll, readAll } from '#testing/stories/sealing/same-answers.ts'
import { daysPass, hasLines, sealedFiles, undone, withoutTriggers } from '#testing/stories/sealing/sealed.ts'
import { unnamedReads } from '#testing/stories/sealing/sealed-reads.ts'

// Rule 8.6.2, its ground: while orders are warm, two readings some days apart are the same for everybody.

clockGoesOn()

/** Rows that would be lost if sealing forgot a table, by table. */
const GONE: Record<string, string> = {
  order_items: 'order_id = ?',
  history: "thing = 'order' AND thing_id = ? AND version = 2",
  payin_shares: 'order_id = ?',
  gateway_transactions: 'subject_id = ?',
  deliveries: 'order_id = ?',
  messages: 'order_id = ?',
  wallet_entries: 'order_id = ?',
}

let played = new Map<string, Played>()
beforeAll(async () => {
  played = await playAll(80)
  await daysPass(4)
}, 300_000)

it('8.6.2 every read operation either shows an order, and is read here, or says nothing of one', () => {
  expect(unnamedReads()).toEqual({ forgotten: [], unknown: [] })
})

describe('8.6.2 an order that is over', () => {
  it.each(STORY_NAMES)('is read the same some days later: %s', { timeout: 120_000 }, async (name) => {
    const { names, parties, before } = played.get(name) as Played
    expect(changesBetween(before, await readAll(names, parties))).toEqual([])
  })

  it.each(STORY_NAMES)('is shown to its parties, and to nobody else: %s', (name) => {
    const { before, ended } = played.get(name) as Played
    const statusFor = (who: string) => ended.orderIds.map((id) => before.get(`${who} GET /orders/${id}`)?.status)
    for (const who of ['the buyer', 'an ADMIN', 'SUPPORT']) expect(new Set(statusFor(who)), who).toEqual(new Set([200]))
    for (const who of ['a stranger', 'another seller', 'another rider'])
      expect(new Set(statusFor(who)), who).toEqual(new Set([404]))
    expect(new Set(statusFor('a guest'))).toEqual(new Set([401]))
  })

  it('is read whole: what goes from any of its tables changes an answer', { timeout: 60_000 }, async () => {
    const { names, parties, before } = played.get(STORY_NAMES.at(-1) ?? '') as Played
    const id = names.orderIds[0]
    const changed = await undone('planted', async () => {
      await withoutTriggers(Object.keys(GONE), async () => {
        for (const [table, where] of Object.entries(GONE)) await run(`DELETE FROM ${table} WHERE ${where}`, id)
      })
      return changesBetween(
        before,
        await readAll(
          names,
          parties.filter(({ name: who }) => ['the buyer', 'the seller', 'an ADMIN'].includes(who)),
        ),
      )
    })
    const asked = changed.map((one) => one.split(': ')[0])
    expect(asked).toEqual(
      expect.arrayContaining([
        `the buyer GET /orders/${id}`,
        `the buyer GET /orders/${id}/timeline`,
        `the buyer GET /orders/${id}/messages`,
        `the buyer GET /orders/me?limit=100`,
        `an ADMIN GET /orders/admin/${id}`,
        `an ADMIN GET /gatewayB/payin/${id}`,
        `the seller GET /wallet/statement?month=${names.months[0]}`,
      ]),
    )
  })

  it('stays in the database until the 90th day', async () => {
    for (const { ended } of played.values())
      if (!ended.name.includes('before it was paid'))
        for (const id of ended.orderIds) expect(await hasLines(id), ended.name).toBe(true)
    expect(await sealedFiles()).toEqual([])
  })
})
