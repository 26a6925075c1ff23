import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// docs/conventions.md, Times: days and months are made in one place.

/** Whatever makes a day or a month of an instant beside the two calendars of the kernel. */
const HOME_MADE =
  /\.[gs]et(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)\(|(?:toISOString\(\)|\biso\([^()]*(?:\([^()]*\))?[^()]*\))\s*\.slice\(0, ?\d+\)|Math\.floor\([^\n]*\/ DAY_MS\)/
const SQL_DAY = /\/ 1000(?! \+ 7200), ?'unixepoch'/
/** Days that are nobody's: a gateway's list and a backup go by UTC, and a word's turn to be forgotten by any. */
const BY_UTC = ['money/gateways/night/compare', 'core/backups/begin', 'catalogue/products/clock/forget-words'].map(
  (path) => `src/domain/${path}.ts`,
)

it('nobody makes days of their own', () => {
  const files = globSync('src/**/*.ts').filter((path) => !/^src\/kernel\/(?:time|period)\.ts$/.test(path))
  const own = files.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return HOME_MADE.test(text) || SQL_DAY.test(text)
  })
  expect(own.toSorted()).toEqual(BY_UTC.toSorted())
})
