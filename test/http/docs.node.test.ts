import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LiveMessage } from '#domain/office/notifications/live-message.ts'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { documentFiles } from '../../scripts/openapi/files.ts'

// The files that show the API at /docs, as `npm run docs` writes them.

const files = documentFiles()
const pages = Object.entries(files).filter(([name]) => name.endsWith('.html') && name !== 'essayer.html')
const html = (name: string) => files[`${name}.html`] ?? expect.fail(`no page ${name}`)
const operations = routesOf(app)
const kilobytes = (...texts: (string | undefined)[]) =>
  texts.reduce((sum, text = '') => sum + gzipSync(text).byteLength, 0) / 1000

describe('what /docs sends', () => {
  it('is 20 KB at first, compressed, with every operation', () => {
    const sent = [...html('index').matchAll(/(?:src|rel="stylesheet" href)="\/docs\/([^"]+)"/g)].map(([, name]) => name)
    expect(sent).toEqual(['docs.css'])
    expect(kilobytes(html('index'), files['docs.css'])).toBeLessThan(20)
    expect(html('index').match(/<li>/g)).toHaveLength(operations.length)
    expect(html('index').indexOf('<section')).toBeLessThan(8000)
  })

  it.each(pages)('is 60 KB at most, compressed: %s', (_, text) => {
    expect(kilobytes(text, files['docs.css'])).toBeLessThan(60)
  })

  it.each(pages)('runs nothing and has no style of its own, so the policy of static pages is enough: %s', (_, text) => {
    expect(text).not.toMatch(/<script|<style|<iframe|<img|\sstyle=|\son\w+=/)
    expect(text).not.toMatch(/(?:src|href)="(?!\/|#|data:,")/)
  })

  it.each(pages)('calls no two places by one name: %s', (_, text) => {
    const places = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(places.filter((id, at) => places.indexOf(id) !== at)).toEqual([])
  })

  it('is written before each deployment', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts.predeploy).toContain('node scripts/docs-assets.ts')
  })

  it('leads only to pages and places that are there', () => {
    const led = pages.flatMap(([from, text]) =>
      [...text.matchAll(/href="(?:\/docs(?:\/([\w-]+))?)?(?:\?theme=([\w-]+))?(?:#([\w-]+))?"/g)]
        .filter(([whole]) => whole !== 'href=""')
        .map(([whole, page, theme, place]) => ({ from, whole, page, theme, place })),
    )
    const wrong = led.filter(({ from, whole, page, theme, place }) => {
      if (theme) return !files[`${theme}.json`]
      const text = whole.startsWith('href="#') ? files[from] : files[`${page ?? 'index'}.html`]
      return !text || (place && !text.includes(`id="${place}"`))
    })
    expect(wrong).toEqual([])
    expect(led.length).toBeGreaterThan(1500)
  })

  it('says of each operation who may call it, and what it refuses', () => {
    const groups = pages.filter(([name]) => !/^(index|guide)\./.test(name)).map(([, text]) => text)
    for (const { operation, path, method } of operations) {
      const [told, ...others] = groups.flatMap(
        (text) =>
          new RegExp(
            `<article id="${operation.id}(?:Alias)?"><h2><b [^>]*>${method}</b> <code>${path.replace(/:(\w+)/g, '\\{$1\\}')}</code>[\\s\\S]*?</article>`,
          ).exec(text)?.[0] ?? [],
      )
      expect(others, `${method} ${path}`).toEqual([])
      expect(told, `${method} ${path}`).toContain('<strong>Accès</strong> : ')
      for (const refusal of operation.reasons) expect(told).toContain(`<code>${refusal}</code> : `)
    }
  })

  it('shows each message of the live connection with its fields', () => {
    const [shown = ''] = /<section id="LiveMessage">[\s\S]*?<\/section>/.exec(html('notifications')) ?? []
    const fields = [...shown.matchAll(/<tr>\s*<td><code>([\w.]+)<\/code><\/td>\s*<td>(.*?)<\/td>/g)]
    const types = fields.flatMap(([, name, type = '']) =>
      name === 'type' ? [type.replace(/<[^>]*>|&quot;|"/g, '')] : [],
    )
    expect(types).toEqual(LiveMessage.options.map(({ shape }) => shape.type.value))
    expect(fields.map(([, name]) => name)).toEqual(expect.arrayContaining(['notification', 'version', 'lat', 'reason']))
  })

  it('names an operation in the guide by its request, which a reader can look up', () => {
    const named = operations.map(({ operation }) => operation.id).filter((id) => /[A-Z]/.test(id))
    expect(named.filter((id) => new RegExp(`\\b${id}\\b`).test(html('guide')))).toEqual([])
  })

  it('keeps the tables and the code of the guide on their lines', () => {
    expect(html('guide')).toMatch(/<td><code>job<\/code>, <code>jobGone<\/code> \{deliveryId\}<\/td>/)
    expect(html('guide')).toMatch(/<pre><code class="language-js">self\.addEventListener\(.*\n {2}const \{ kind/)
    expect(html('guide')).not.toMatch(/\|---|```|<code>js /)
  })

  it('writes what stands in the code as text', () => {
    expect(html('guide')).toContain('<code>Authorization: Bearer &lt;accessToken&gt;</code>')
    expect(html('guide')).toContain('<td>authenticated</td>')
    expect(html('guide')).toMatch(/<td>orders<\/td>\s*<td>.*<code>order\.accepted<\/code>/)
  })
})

describe('the documents of the groups', () => {
  const parts = Object.entries(files)
    .filter(([name]) => name.endsWith('.json') && name !== 'openapi.json')
    .map(([name, text]) => ({ name, text }))

  it.each(parts)('$name refers only to what it defines', ({ text }) => {
    const { components } = JSON.parse(text)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(components[kind], `${kind} ${name}`).toHaveProperty([name])
  })

  it('have every operation once', () => {
    const told = parts.flatMap(({ text }) =>
      Object.values(JSON.parse(text).paths as Record<string, object>).flatMap((methods) => Object.keys(methods)),
    )
    expect(told).toHaveLength(operations.length)
  })
})

describe('the page that tries operations', () => {
  it('brings its scripts and styles from here, and may read the document', () => {
    expect(html('essayer')).not.toMatch(/https?:\/\/|<script(?![^>]*\bsrc=)|<style|\sstyle=/)
    const [, policy = ''] =
      /^\/docs\/essayer\n(?: .*\n)*? {2}Content-Security-Policy: (.*)$/m.exec(
        readFileSync('assets/_headers', 'utf8'),
      ) ?? []
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';.* connect-src 'self';/)
    expect(files['essayer.js']).toContain("'/api/v1/openapi.json'")
  })
})
