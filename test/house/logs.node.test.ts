import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SECURITY_EVENTS } from '#kernel/security.ts'
import { sourcesOf } from '#testing/sources.ts'
import { BUNDLING } from '../../scripts/deploy/steps.ts'

// docs/logs.md: what is logged goes one way, which knows what production may show.

const src = sourcesOf('src/**/*.ts')
const page = readFileSync('docs/logs.md', 'utf8')

it('only report logs', () => {
  const logs = src.filter(({ text }) => /\bconsole\b/.test(text)).map(({ path }) => path)
  expect(logs).toEqual(['src/kernel/report.ts'])
})

it('a state that cannot be is thrown as a Defect, whose message production shows; another error would say nothing there', () => {
  const thrown = src.filter(({ text }) => /\bnew (Type|Range)?Error\(/.test(text)).map(({ path }) => path)
  expect(thrown).toEqual([])
})

it('an error class of ours says its name: the deployed Worker is minified', () => {
  const classes = src.flatMap(({ path, text }) =>
    [...text.matchAll(/class (\w+) extends Error \{([\s\S]*?)\n\}/g)].map(([, name, body = '']) => ({
      path,
      name,
      body,
    })),
  )
  expect(classes.length).toBeGreaterThan(2)
  const nameless = classes.filter(({ name, body }) => !body.includes(`name = '${name}'`))
  expect(nameless.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

it('every event that is logged stands in the page', () => {
  const rows = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '))
  const logged = src.flatMap(({ text }) =>
    [...text.matchAll(/\breport(?:Security)?\(\s*'([^']+)'/g)].map(([, event]) => event),
  )
  expect(logged.length).toBeGreaterThan(10)
  expect([...logged, ...SECURITY_EVENTS].filter((event) => !rows.includes(event ?? ''))).toEqual([])
})

it('only what is deployed is minified, and with source maps', () => {
  const settings = readFileSync('wrangler.toml', 'utf8')
  expect(settings).not.toMatch(/^minify = true/m)
  expect(settings).toMatch(/^upload_source_maps = true$/m)
  expect(BUNDLING).toContain('--minify')
})
