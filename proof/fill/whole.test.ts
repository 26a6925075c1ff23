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
  // The model's clock goes ahead; this one does not.
  const say = (line: string) => process.stdout.write(`${Math.round(performance.now() / 1000)} s: ${line}\n`)
  fill(FILL_FILE, await playModel(), sizeOf(Number(FILL_ORDERS), asked), { now: startedAt, say }).close()
  say(`${FILL_FILE} has ${FILL_ORDERS} orders`)
})
