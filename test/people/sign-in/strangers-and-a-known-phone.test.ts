import { afterEach, beforeEach, it } from 'vitest'
import { wait } from '#testing/clock.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { device, newOwner } from '#testing/stories/owners.ts'
import { DAY, MINUTE } from '#testing/stories/people.ts'
import { BY_MESSAGE, newNetwork, newShopOwner, SENT, SPENT, WAYS } from '#testing/stories/strangers.ts'
import { pairs } from '#testing/whole.ts'

// Rules 8.3.1 and 7.1 (known devices): a stranger who did everything that a stranger may do, from any number of networks and with
// accounts of their own, does not stop the owner. Here she comes on a phone that her account knows: each way of hers is open.

/** A minute into a day, so that a day of the calendar is one too. */
beforeEach(() => void wait(DAY - (Date.now() % DAY) + MINUTE))
afterEach(() => clearFaults())

/** One way at a time: on a known phone none has to make way for another. */
const SINGLE = Object.keys(WAYS).filter((way) => !way.includes(', then '))

it.each(pairs(Object.keys(SPENT), SINGLE))(
  '8.3.1 after strangers used up: %s, a known phone goes on by %s',
  async (spent, way) => {
    const owner = await newOwner()
    const { address, at } = newNetwork()
    await SPENT[spent]?.(owner, address)
    await WAYS[way]?.(owner, { ...at, ...device(owner.deviceToken) })
  },
)

it.each(pairs(Object.keys(SENT), BY_MESSAGE))(
  '8.3.1 after strangers sent a seller: %s, a known phone goes on by %s',
  async (sent, way) => {
    const { market, owner } = await newShopOwner()
    await SENT[sent]?.(market)
    await WAYS[way]?.(owner, { ...newNetwork().at, ...device(owner.deviceToken) })
  },
)
