import { afterEach, beforeEach, expect, it } from 'vitest'
import { wait } from '#testing/clock.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { newOwner } from '#testing/stories/owners.ts'
import { DAY, HOUR, MINUTE } from '#testing/stories/people.ts'
import { BY_MESSAGE, newNetwork, newShopOwner, SENT, SPENT, WAYS } from '#testing/stories/strangers.ts'
import { pairs } from '#testing/whole.ts'

// Rule 8.3.1: a stranger who did everything that a stranger may do, from any number of networks and with accounts of their own, does
// not stop the owner. Here she comes on a new phone, in a network of her own, and answers the challenges that she is asked for.
//
// Some cells are bounded by the rules themselves: wrong passwords of unknown phones count together (7.1), so that a mailed code comes
// first; so do wrong codes, thirty a day in all, so that a reset comes first, and a recovery waits for tomorrow; a number gets five SMS
// an hour, so that what needs one waits for the next hour.

/** A minute into a day, so that a day of the calendar is one too. */
beforeEach(() => void wait(DAY - (Date.now() % DAY) + MINUTE))
afterEach(() => clearFaults())

type Else = { by: string; after?: number }
const AN_HOUR_LATER = { by: 'a recovery by her number', after: HOUR + MINUTE }
const TOMORROW = DAY + MINUTE
/** Other ways that are open to her at once, or when the way itself is, if a rule bounds the way. */
const BOUNDED: Record<string, Record<string, Else>> = {
  'wrong passwords': { 'her password': { by: 'a mailed code, then her password' } },
  'wrong codes': {
    'a mailed code': { by: 'a new password by link, then a mailed code' },
    'a mailed code, then her password': { by: 'a new password by link' },
    'a recovery by her number': { by: 'a recovery by her number', after: TOMORROW },
    'a recovery by her second address': { by: 'a recovery by her second address', after: TOMORROW },
  },
  'codes of recoveries asked for': { 'a recovery by her number': AN_HOUR_LATER },
  'her number, as that of other accounts': { 'a recovery by her number': AN_HOUR_LATER },
  'her number, for the payouts of other accounts': { 'a recovery by her number': AN_HOUR_LATER },
}

const isBounded = (spent: string, way: string) => Boolean(BOUNDED[spent]?.[way])
it.each(pairs(Object.keys(SPENT), Object.keys(WAYS), isBounded))(
  '8.3.1 after strangers used up: %s, a new phone is let in by %s',
  async (spent, way) => {
    const owner = await newOwner()
    const { address, at } = newNetwork()
    await SPENT[spent]?.(owner, address)
    const { by, after = 0 } = BOUNDED[spent]?.[way] ?? { by: way }
    if (after > 0) wait(after)
    await WAYS[by]?.(owner, at)
  },
)

it.each(pairs(Object.keys(SENT), BY_MESSAGE))(
  '8.3.1 after strangers sent a seller: %s, a new phone is let in by %s',
  async (sent, way) => {
    const { market, owner } = await newShopOwner()
    await SENT[sent]?.(market)
    await WAYS[way]?.(owner, newNetwork().at)
  },
)

it('8.3.1 the table names ways and things that there are', () => {
  for (const [spent, cells] of Object.entries(BOUNDED)) {
    expect(Object.keys(SPENT)).toContain(spent)
    for (const [way, { by }] of Object.entries(cells))
      expect(Object.keys(WAYS)).toEqual(expect.arrayContaining([way, by]))
  }
})
