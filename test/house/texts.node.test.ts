import { describe, expect, it } from 'vitest'
import { type Source, sourcesOf } from '#testing/sources.ts'

/** Files that may compare or change texts without src/kernel/folding.ts, and why. */
const REASONS: Record<string, string> = {
  'src/http/body.ts': 'the media type of a header',
  'src/http/address.ts': 'an IPv6 address',
  'src/http/door.ts': 'an e-mail address as it is counted',
  'src/http/french.ts': 'the first letter of a sentence of ours',
  'src/kernel/fields.ts': 'an e-mail address',
  'src/kernel/mobile-money.ts': 'the name of an operator',
  'src/db/backup-statements.ts': 'the type of a column',
  'src/db/backup-tables.ts': 'the type of a column',
  'src/db/change-triggers.ts': 'a word of SQL',
  'src/db/searchable.ts': 'letters of the folding in both cases',
  'src/domain/catalogue/imports/signs.ts': 'the number of a sign',
  'src/domain/core/backups/lines.ts': 'the type of a column',
  'src/domain/core/files/documents.ts': 'the name of a kind',
  'src/domain/money/gateways/showing/active-configuration.ts': 'the name of an operator',
  'src/domain/money/payins/charge.ts': 'the name of an operator',
  'src/domain/money/payins/payer.ts': 'the name of an operator',
  'src/domain/money/payouts/request-approval.ts': 'the name of an operator',
  'src/domain/money/wallet/request-payout-number.ts': 'the name of an operator',
  'src/domain/office/reports/report.ts': 'the name of a schema',
  'src/domain/office/reports/reports.ts': 'the name of a status',
  'src/domain/orders/staff/search.ts': 'an e-mail address',
  'src/domain/people/passwords/hash.ts': 'a password, which keeps its signs (NFKC)',
  'src/domain/people/passwords/weak.ts': 'a password, as people spell what everybody tries',
  'src/domain/people/passwords/update.ts': 'a password, which keeps its signs (NFKC)',
  'src/domain/people/totp/backup-codes.ts': 'a code of ours in base32',
  'src/providers/pawapay-answers.ts': 'an id of a gateway',
  'src/providers/pawapay-signature.ts': 'a host',
}
const OWN = ['src/kernel/folding.ts', 'src/kernel/look-alikes.ts', 'src/kernel/signs.ts']

const COMPARES =
  /\.(?:toLowerCase|toUpperCase|toLocaleLowerCase|toLocaleUpperCase|localeCompare|normalize)\(|'toUpperCase'|COLLATE NOCASE|\blower\(/
const comparing = ({ text }: Source) => COMPARES.test(text)

/** A text that is cut at a number of UTF-16 units may end in half a sign. */
const CUTS =
  /(?:name|title|body|subject|message|reason|note|comment|description|label|excerpt|unknown)\??\.(?:slice|substring|substr)\(0, ?\w/gi

describe('texts of people', () => {
  const src = sourcesOf('src/**/*.ts')

  it('are compared by one folding', () => {
    expect(
      src.filter((each) => comparing(each) && !OWN.includes(each.path) && !REASONS[each.path]).map(({ path }) => path),
    ).toEqual([])
  })

  it('have no reason that is not needed any more', () => {
    const needed = new Set(src.filter(comparing).map(({ path }) => path))
    expect(Object.keys(REASONS).filter((path) => !needed.has(path))).toEqual([])
  })

  it('are cut by whole characters', () => {
    const cut = src.flatMap(({ path, text }) => [...text.matchAll(CUTS)].map(([found]) => `${path}: ${found}`))
    expect(cut).toEqual([])
  })

  it.each([
    'a.toLowerCase()',
    'a.localeCompare(b)',
    "a.normalize('NFD')",
    'sql`lower(name) = 1`',
    'ORDER BY name COLLATE NOCASE',
  ])('%s is seen', (text) => {
    expect(comparing({ path: 'a.ts', text })).toBe(true)
  })

  it.each(['name.slice(0, 20)', 'input.title.substring(0, MOST)', 'name?.slice(0, 80)'])('%s is seen', (text) => {
    expect([...text.matchAll(CUTS)]).toHaveLength(1)
  })
})
