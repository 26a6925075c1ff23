import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentFiles } from '../../scripts/openapi/files.ts'
import { launchChromium } from './chromium.ts'

// The pages at /docs, compressed as the platform sends them and with their policies; to try operations, Swagger UI with
// a small document.

let browser: Browser
let server: Server
let origin: string
beforeAll(async () => {
  browser = await launchChromium()
  server = createServer((request, response) => {
    const [status, type, text] = answerOf(request.url?.split('?')[0] ?? '')
    response.writeHead(status, { 'content-type': type, 'content-encoding': 'gzip', ...policyOf(request.url ?? '') })
    response.end(gzipSync(text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

const TAG = {
  name: 'Versements et remboursements',
  description: 'Argent qui sort, approuvé par un code, et ce qui revient.',
}
const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Soko',
    version: '1',
    description: '| Limite | Requêtes |\n|---|---|\n| authenticated | 600 par minute |',
  },
  tags: [TAG],
  paths: {
    '/a': { get: { tags: [TAG.name], operationId: 'a', summary: 'A', responses: { 200: { description: 'ok' } } } },
  },
}

const files = documentFiles()
const TYPES: Record<string, string> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
}
function answerOf(path: string): [status: number, type: string, text: string] {
  if (path === '/api/v1/openapi.json') return [200, 'application/json', JSON.stringify(DOCUMENT)]
  const [, name = 'index'] = /^\/docs(?:\/([\w.-]+))?$/.exec(path) ?? []
  const file = name.includes('.') ? name : `${name}.html`
  const text = file.startsWith('swagger-ui')
    ? readFileSync(`node_modules/swagger-ui-dist/${file}`, 'utf8')
    : files[file]
  return [text === undefined ? 404 : 200, TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain', text ?? '']
}

/** The policy that assets/_headers gives a page. */
function policyOf(url: string): Record<string, string> {
  const policies = [...readFileSync('assets/_headers', 'utf8').matchAll(/Security-Policy: (.*)$/gm)].map(
    ([, policy = '']) => policy,
  )
  const [all = '', , trying = ''] = policies
  return { 'content-security-policy': url.startsWith('/docs/essayer') ? trying : all }
}

async function newPage(width: number, height: number) {
  const page = await (await browser.newContext({ viewport: { width, height } })).newPage()
  page.setDefaultTimeout(20_000)
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  return { page, refused }
}
const SIZES = [
  ['phone', 390, 844],
  ['desk', 1280, 800],
] as const

it.each(SIZES)(
  'on a %s a tag is described in whole lines, and the cells of a table stand apart',
  async (name, width, height) => {
    const { page, refused } = await newPage(width, height)
    await page.goto(`${origin}/docs/essayer`)
    const described = await page.locator('.opblock-tag small').boundingBox()
    if (process.env.SHOTS)
      writeFileSync(`${process.env.SHOTS}/essayer-${name}.png`, await page.screenshot({ fullPage: true }))
    expect(described?.width).toBeGreaterThan(250)
    expect(described?.height).toBeLessThan(80)
    await page.getByPlaceholder('Filtrer par thème').waitFor()
    const gap = await page.evaluate(`(() => {
    const cell = document.querySelector('.info td')
    const words = document.createRange()
    words.selectNodeContents(cell)
    return cell.getBoundingClientRect().right - words.getBoundingClientRect().right
  })()`)
    expect(gap).toBeGreaterThan(10)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(refused).toEqual([])
  },
)

it('a group is tried with its own document', async () => {
  const { page, refused } = await newPage(1280, 800)
  await page.goto(`${origin}/docs/blog`)
  await page.getByRole('navigation').getByRole('link', { name: 'Essayer' }).click()
  await page
    .getByRole('button', { name: /\/api\/v1\/blog\b/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Try it out' }).first().click()
  await page.getByRole('button', { name: 'Execute' }).first().waitFor()
  expect(refused).toEqual([])
})

it('an operation is tried from its own place', async () => {
  const { page, refused } = await newPage(1280, 800)
  await page.goto(`${origin}/docs/cles-d-acces`)
  await page.locator('article').last().getByRole('link', { name: 'Essayer' }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).waitFor()
  expect(refused).toEqual([])
})

it('shows its first group within 3 s at 400 kbit/s and 400 ms, and the group itself as soon', async () => {
  const { page } = await newPage(390, 844)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const throughput = 400_000 / 8
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400, downloadThroughput: throughput, uploadThroughput: throughput },
  })
  for (const [path, shown] of [
    ['/docs', '#connexion li'],
    ['/docs/connexion', 'article'],
  ]) {
    const began = Date.now()
    await page.goto(`${origin}${path}`, { waitUntil: 'commit' })
    await page
      .locator(shown ?? '')
      .first()
      .waitFor()
    expect(Date.now() - began, path).toBeLessThan(3000)
    const paint = () =>
      page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    await expect.poll(paint).toBeGreaterThan(400)
    expect(await paint(), path).toBeLessThan(3000)
  }
})

it.each(SIZES)('on a %s nothing is wider than the screen', async (name, width, height) => {
  const { page, refused } = await newPage(width, height)
  for (const path of ['/docs', '/docs/guide', '/docs/commandes', '/docs/equipe']) {
    await page.goto(`${origin}${path}`)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
    if (process.env.SHOTS)
      writeFileSync(`${process.env.SHOTS}/${path.slice(1).replace('/', '-')}-${name}.png`, await page.screenshot())
  }
  expect(refused).toEqual([])
})
