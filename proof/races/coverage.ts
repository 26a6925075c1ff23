import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { NOT_RACED, RACES } from './table.ts'

/**
 * What is wrong with the table of races: whatever is not a GET may touch money, stock, a quota, a code or a state, so
 * each such operation needs a race or a reason why it has none.
 */
export function coverageGaps(): string[] {
  const changing = routesOf(app)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
  const raced = new Set(RACES.flatMap(({ operations }) => operations))
  const named = [...raced, ...Object.keys(NOT_RACED)]
  return [
    ...changing.filter((name) => !named.includes(name)).map((name) => `${name} has no race and no reason`),
    ...named.filter((name) => !changing.includes(name)).map((name) => `${name} is no operation`),
    ...Object.keys(NOT_RACED)
      .filter((name) => raced.has(name))
      .map((name) => `${name} has a race and a reason why not`),
  ]
}
