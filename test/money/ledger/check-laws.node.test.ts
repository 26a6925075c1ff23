import { afterEach, expect, it } from 'vitest'
import { checkLaws } from '#domain/money/ledger/check-laws.ts'
import { checkNightLaws } from '#domain/money/ledger/check-night-laws.ts'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'

const domain = openDomain()
const names = ['a broken one', 'one that cannot be asked']
afterEach(() => {
  for (const name of names) delete LAWS[name]
})

const incidents = () =>
  domain.rows<{ ref: string; description: string }>('SELECT ref, description FROM incidents ORDER BY ref')

it('opens an incident for each law that is broken or cannot be asked, once a day', async () => {
  await checkLaws(domain.ctx)
  expect(incidents()).toEqual([])
  LAWS[names[0] ?? ''] = 'SELECT 1 UNION ALL SELECT 2'
  LAWS[names[1] ?? ''] = 'SELECT nothing FROM nowhere'
  await checkLaws(domain.ctx)
  await checkLaws(domain.after(1000))
  expect(incidents()).toEqual([
    { ref: 'law:a broken one:2026-09-01', description: '« a broken one » : 2 cas. Voyez GET /ledger/checks.' },
    {
      ref: 'law:one that cannot be asked:2026-09-01',
      description: "« one that cannot be asked » : elle n'a pas pu être vérifiée. Voyez GET /ledger/checks.",
    },
  ])
  await checkLaws(domain.after(DAY_MS))
  expect(incidents()).toHaveLength(4)
})

it('keeps the last verdict of each law, and forgets those of laws that are given up', async () => {
  const verdicts = (where: string) =>
    domain.rows(`SELECT name, ok, checked_at FROM law_verdicts WHERE ${where} ORDER BY name`)
  const [broken = '', unasked = ''] = names
  Object.assign(LAWS, { [broken]: 'SELECT 1', [unasked]: 'SELECT 1 WHERE 0' })
  await checkLaws(domain.ctx)
  await checkNightLaws(domain.ctx)
  expect(verdicts('ok = 0')).toEqual([{ name: broken, ok: 0, checked_at: NOW }])
  expect(verdicts('1')).toHaveLength(Object.keys({ ...LAWS, ...NIGHT_LAWS }).length)
  Object.assign(LAWS, { [broken]: 'SELECT 1 WHERE 0', [unasked]: 'SELECT nothing FROM nowhere' })
  await checkLaws(domain.after(1000))
  expect(verdicts('ok = 0')).toEqual([])
  expect(verdicts(`name GLOB '*one*' AND name IN ('${broken}', '${unasked}')`)).toEqual([
    { name: broken, ok: 1, checked_at: NOW + 1000 },
    { name: unasked, ok: 1, checked_at: NOW },
  ])
  for (const name of names) delete LAWS[name]
  await checkNightLaws(domain.after(2000))
  expect(verdicts(`name IN ('${broken}', '${unasked}')`)).toEqual([])
})
