/** `npm run fill -- --orders 1000000`: makes a database file of so many orders, with all that they cause (docs/proof.md). */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    file: { type: 'string', default: '.wrangler/fill.sqlite' },
    products: { type: 'string' },
    people: { type: 'string' },
  },
})
const { orders, file, products, people } = values
const { status } = spawnSync('vitest', ['run', '--project', 'proof:fill'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FILL_ORDERS: orders,
    FILL_FILE: resolve(file),
    ...(products && { FILL_PRODUCTS: products }),
    ...(people && { FILL_PEOPLE: people }),
  },
})
process.exitCode = status ?? 1
