import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfiguration } from '../../scripts/deploy/configuration.ts'

const page = readFileSync('docs/operating.md', 'utf8')
/** Commands that the page has somebody paste: its blocks of shell, and commands within a line. */
const pasted = [...page.matchAll(/```sh\n(.*?)```|`([^`\n]+)`/gs)].map(([, block, inline]) => block ?? inline ?? '')
const lines = pasted.flatMap((text) => text.split('\n')).map((line) => line.trim())
const BOTH = ['production', 'staging'] as const

it.each(BOTH)(
  'the page makes all that is bound, by the names of wrangler.toml, in Western Europe: %s',
  (environment) => {
    const { name, d1_databases, kv_namespaces, r2_buckets } = readConfiguration(environment)
    const wanted = [
      ...d1_databases.map((each) => `npx wrangler d1 create ${each.database_name} --location weur`),
      ...kv_namespaces.map((each) => `npx wrangler kv namespace create ${name}-${each.binding.toLowerCase()}`),
      ...r2_buckets.map((each) => `npx wrangler r2 bucket create ${each.bucket_name} --location weur`),
    ]
    expect(wanted.length).toBeGreaterThan(3)
    expect(wanted.filter((command) => !lines.includes(command))).toEqual([])
  },
)

it('the page makes every secret that is asked for, and its runbook says what to do when one leaks', () => {
  const file = (name: string) => new RegExp(`> ${name}.secrets <<END\n(.*?)\nEND`, 'gs')
  const made = (name: string) =>
    [...page.matchAll(file(name))].flatMap(([, text = '']) =>
      [...text.matchAll(/^\s*([A-Z_]+)=/gm)].map(([, key]) => key),
    )
  const required = (environment: 'production' | 'staging', path?: string) =>
    [...(readConfiguration(environment, path).secrets?.required ?? [])].sort()
  expect(made('production').sort()).toEqual(required('production'))
  // Secrets that staging shares with its sandbox are made once, and copied.
  expect([...made('sandbox'), ...made('staging')].sort()).toEqual(required('staging'))
  expect([...made('sandbox'), 'SANDBOX_PASSWORD'].sort()).toEqual(required('staging', 'sandbox/wrangler.toml'))
  const [, runbook = ''] = /### A leaked secret\n(.*?)\n### /s.exec(page) ?? []
  expect(required('production').filter((name) => !runbook.includes(`\`${name}\``))).toEqual([])
})

it('every command of wrangler that a document names is one that wrangler has, and says its environment', () => {
  const known = readFileSync('node_modules/wrangler/wrangler-dist/cli.js', 'utf8')
  const commands = new Set([...known.matchAll(/command: "(wrangler [a-z0-9- ]+)"/g)].map(([, command]) => command))
  expect(commands.size).toBeGreaterThan(100)
  const named = lines.filter((line) => line.startsWith('npx wrangler '))
  expect(named.length).toBeGreaterThan(20)
  for (const line of named) {
    const words = line.slice('npx '.length).split(' ')
    const isKnown = words.some((_, i) => commands.has(words.slice(0, i + 1).join(' ')) && i > 0)
    expect(isKnown, line).toBe(true)
    // A command that reads wrangler.toml warns, or means production, if it has to guess.
    if (/ (secret|rollback|versions|triggers|tail|execute|time-travel) /.test(`${line} `))
      expect(line).toMatch(/--env(="" ?|=""$| staging)/)
  }
})

it('headings that are linked to, or that comments name, are there', () => {
  for (const heading of ['Runbooks', 'A leaked secret', 'A bad deployment', 'Staging', 'Try other places'])
    expect(page).toMatch(new RegExp(`^##+ ${heading}$`, 'm'))
  const anchors = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor)
  const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'))
  expect(anchors.filter((anchor) => anchor && !headings.includes(anchor))).toEqual([])
})
