import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as postgres from '#db/no-postgres.ts'
import * as parsers from '#domain/people/passkeys/no-certificates.ts'
import * as statements from '#domain/people/passkeys/no-makers-statements.ts'
import * as certificates from '#domain/people/passkeys/no-root-certificates.ts'
import * as schemas from '#http/no-json-schemas.ts'

// Files of libraries that are left out of the bundle (wrangler.toml, alias): what stands in for one has each name that is taken from it.

const libraries = 'node_modules'
/** Files of the library that are left out themselves. */
const LEFT_OUT = /unwrapEC2Signature|verifyAttestation(AndroidKey|Apple|TPM)/
const read = (path: string) => readFileSync(`${libraries}/${path}`, 'utf8')

it('of zod', () => {
  const text = read('zod/v4/classic/schemas.js')
  const used = [...text.matchAll(/\bprocessors\.(\w+)\(/g)].map(([, name = '']) => name)
  const imported = /import \{([^}]+)\} from "\.\.\/core\/to-json-schema\.js"/.exec(text)?.[1]?.split(',') ?? []
  const names = [...used, ...imported.map((name) => name.trim())]
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !(name in schemas))).toEqual([])
})

it('of drizzle, which asks whether something is an enum of PostgreSQL', () => {
  const text = read('drizzle-orm/sql/sql.js')
  const [, list = ''] = /import \{([^}]+)\} from "\.\.\/pg-core\/columns\/enum\.js"/.exec(text) ?? []
  expect(list.split(',').map((name) => name.trim())).toEqual(Object.keys(postgres))
})

it('of the library of passkeys, which asks for a certificate by one of four files', () => {
  const text = read('@simplewebauthn/server/esm/services/settingsService.js')
  const taken = [...text.matchAll(/import \{([^}]+)\} from '(\.\/defaultRootCerts\/[^']+)'/g)]
  expect(
    taken.map(([, , file = '']) => file).filter((file) => !readFileSync('wrangler.toml', 'utf8').includes(`"${file}"`)),
  ).toEqual([])
  const names = taken.flatMap(([, list = '']) => list.split(',').map((name) => name.trim())).filter(Boolean)
  expect(names).toHaveLength(8)
  expect(names.filter((name) => !(name in certificates))).toEqual([])
})

it('of the library of passkeys, which verifies each format of statements in a file', () => {
  const text = read('@simplewebauthn/server/esm/registration/verifyRegistrationResponse.js')
  const formats = [...text.matchAll(/import \{ (verifyAttestation\w+) \} from '(\.\/verifications\/[^']+)'/g)]
  const replaced = formats.filter(([, , file = '']) => readFileSync('wrangler.toml', 'utf8').includes(`"${file}"`))
  expect(formats.filter((each) => !replaced.includes(each)).map(([, name]) => name)).toEqual([
    'verifyAttestationPacked',
  ])
  expect(replaced.map(([, name = '']) => name).toSorted()).toEqual(Object.keys(statements).toSorted())
})

it('of the packages with which the library of passkeys reads certificates', () => {
  const taken = globSync('@simplewebauthn/server/esm/**/*.js', { cwd: libraries }).flatMap((path) =>
    LEFT_OUT.test(path)
      ? []
      : [...read(path).matchAll(/import \{([^}]+)\} from '@peculiar\/[\w-]+'/g)].flatMap(([, list = '']) =>
          list.split(','),
        ),
  )
  const names = taken.map((name) => name.trim()).filter(Boolean)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !(name in parsers))).toEqual([])
})
