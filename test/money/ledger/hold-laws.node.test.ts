import { afterEach, expect, it } from 'vitest'
import { LAWS } from '../../../src/domain/money/ledger/checks.ts'
import { holdLaws } from '../../../src/domain/money/ledger/hold-laws.ts'
import { DAY_MS } from '../../../src/kernel/time.ts'
import { openDomain } from '../../in-node/domain.ts'

const domain = openDomain()
const names = ['a broken one', 'one that cannot be asked']
afterEach(() => {
  for (const name of names) delete LAWS[name]
})

const incidents = () =>
  domain.rows<{ ref: string; description: string }>('SELECT ref, description FROM incidents ORDER BY ref')

it('opens an incident for each law that is broken or cannot be asked, once a day', async () => {
  await holdLaws(domain.ctx)
  expect(incidents()).toEqual([])
  LAWS[names[0] ?? ''] = 'SELECT 1 UNION ALL SELECT 2'
  LAWS[names[1] ?? ''] = 'SELECT nothing FROM nowhere'
  await holdLaws(domain.ctx)
  await holdLaws(domain.after(1000))
  expect(incidents()).toEqual([
    { ref: 'law:a broken one:2026-09-01', description: '« a broken one » : 2 cas. Voyez GET /ledger/checks.' },
    {
      ref: 'law:one that cannot be asked:2026-09-01',
      description: "« one that cannot be asked » : elle n'a pas pu être vérifiée. Voyez GET /ledger/checks.",
    },
  ])
  await holdLaws(domain.after(DAY_MS))
  expect(incidents()).toHaveLength(4)
})
