import { it } from 'vitest'
import { fill } from './fill.ts'
import { playModel } from './model.ts'
import { sizeOf } from './plan.ts'

// `npm run fill` is this test: the stand-in platform lives in vitest.

const { FILL_FILE = '', FILL_ORDERS = '', FILL_PRODUCTS, FILL_PEOPLE } = process.env
const asked = {
  ...(FILL_PRODUCTS && { products: Number(FILL_PRODUCTS) }),
  ...(FILL_PEOPLE && { people: Number(FILL_PEOPLE) }),
}

it(`fills ${FILL_FILE}`, async () => {
  const startedAt = Date.now()
  const say = (line: string) => console.log(`${Math.round((Date.now() - startedAt) / 1000)} s: ${line}`)
  fill(FILL_FILE, await playModel(), sizeOf(Number(FILL_ORDERS), asked), { now: startedAt, say }).close()
  say(`${FILL_FILE} has ${FILL_ORDERS} orders`)
})
