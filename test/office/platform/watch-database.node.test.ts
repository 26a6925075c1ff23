import { expect, it } from 'vitest'
import { DATABASE_LIMIT_BYTES, watchDatabase } from '#domain/office/platform/watch-database.ts'
import { openDomain } from '#testing/domain/domain.ts'

const domain = openDomain()

/** The service, on a database that is so full: what it first asks is how large it is. */
function filled(percent: number) {
  const { db } = domain.ctx
  const answers = [Promise.resolve({ meta: { size_after: (DATABASE_LIMIT_BYTES * percent) / 100 } })]
  const run = (query: never) => answers.pop() ?? db.run(query)
  return { ...domain.ctx, db: new Proxy(db, { get: (of, name) => (name === 'run' ? run : Reflect.get(of, name)) }) }
}
const opened = () =>
  domain.rows<{ ref: string; title: string }>('SELECT ref, title FROM incidents ORDER BY ref').map(({ ref }) => ref)

it('opens an incident at 70 %, at 80 and at 90, each once', async () => {
  for (const percent of [0, 69.99]) await watchDatabase(filled(percent))
  expect(opened()).toEqual([])
  await watchDatabase(filled(70))
  expect(opened()).toEqual(['database:70'])
  for (const percent of [75, 70]) await watchDatabase(filled(percent))
  expect(opened()).toEqual(['database:70'])
  expect(domain.row('SELECT title FROM incidents')).toEqual({ title: 'La base de données est pleine à 70 %' })
  for (const percent of [84, 91, 99, 100]) await watchDatabase(filled(percent))
  expect(opened()).toEqual(['database:70', 'database:80', 'database:90'])
})

it('the size of a small database is read from the database itself', async () => {
  await watchDatabase(domain.ctx)
  expect(opened()).toEqual([])
})
