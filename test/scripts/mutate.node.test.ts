import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
let folder = ''

beforeAll(async () => {
  await mkdir('dist', { recursive: true })
  folder = await mkdtemp('dist/mutate-')
})
afterAll(() => rm(folder, { recursive: true }))

it('says which mutants the tests notice, those of a constant and of an endless loop too, and which not', async () => {
  await writeFile(
    `${folder}/price.ts`,
    `const FEE = ['delivery']
export const feeOf = () => FEE.length
export function discount(pieces: number): number {
  let sum = 0
  for (let piece = 0; piece < pieces; piece++) sum += 1
  return pieces >= 10 ? sum : 0
}
export const never = (a: number) => a + 1
`,
  )
  await writeFile(
    `${folder}/price.node.test.ts`,
    `import { expect, it } from 'vitest'
import { discount, feeOf } from './price.ts'
it('is there from ten pieces on', () => {
  expect(discount(20)).toBe(20)
  expect(discount(1)).toBe(0)
})
it('has one part', () => expect(feeOf()).toBe(1))
`,
  )
  const out = `${folder}/report.json`
  const given = [
    '--only',
    `${folder}/price.ts`,
    '--tests',
    `${folder}/price.node.test.ts`,
    '--out',
    out,
    '--sample',
    '2',
  ]
  const { stdout } = await run(process.execPath, ['proof/mutate.ts', ...given], { env: { PATH: process.env.PATH } })
  const all: { line: number; replacement: string; status: string }[] = JSON.parse(await readFile(out, 'utf8'))
  const statusOf = (line: number, replacement: string) =>
    all.find((one) => one.line === line && one.replacement === replacement)?.status
  expect(statusOf(1, '[]')).toBe('killed')
  expect(statusOf(5, 'piece--')).toBe('killed')
  expect(statusOf(6, 'pieces < 10')).toBe('killed')
  expect(statusOf(6, 'pieces > 10')).toBe('survived')
  expect(statusOf(8, 'a - 1')).toBe('no coverage')
  expect(stdout).toContain('2 of 2 killed ones were killed again')
}, 60_000)
