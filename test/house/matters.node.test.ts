import { expect, it } from 'vitest'
import { MATTERS } from '#domain/office/incidents/matters.ts'
import { sourcesOf } from '#testing/sources.ts'

/** References of incidents are made by `refOf` of a kind: the types see to that. This sees that each kind is known where it is ended. */
it('every kind of incident that is declared is on the list by which they end', () => {
  const declared = sourcesOf('src/domain/**/*.ts').flatMap(({ text }) =>
    [...text.matchAll(/matter\(\{\s*(?:\.\.\.\{ )?name: '([\w:]+)'/g)].map(([, name]) => name),
  )
  const calls = sourcesOf('src/domain/**/*.ts').flatMap(({ text }) => [...text.matchAll(/= matter\(/g)])
  expect(declared.toSorted()).toEqual(MATTERS.map(({ name }) => name).toSorted())
  expect(declared).toHaveLength(calls.length)
})

it('no reference of an incident is made by hand', () => {
  const byHand = sourcesOf('src/**/*.ts').filter(
    ({ path, text }) => /as IncidentRef/.test(text) && !path.endsWith('core/incidents/matter.ts'),
  )
  expect(byHand.map(({ path }) => path)).toEqual([])
})
