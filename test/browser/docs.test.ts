import { readFileSync, writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { docs } from '#routes/core/docs.ts'
import { launchChromium } from './chromium.ts'

// The page of the API's documents, with Swagger UI and a small document.

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

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

/** The page's own answers; Swagger UI and the document from here. */
async function answerOf(path: string) {
  if (path === '/api/v1/openapi.json') return { body: JSON.stringify(DOCUMENT), contentType: 'application/json' }
  const [, file] = /^\/docs\/(swagger-ui.*)$/.exec(path) ?? []
  if (file)
    return {
      body: readFileSync(`node_modules/swagger-ui-dist/${file}`, 'utf8'),
      contentType: file.endsWith('css') ? 'text/css' : 'text/javascript',
    }
  const answer = await docs.request(path)
  return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) }
}

it.each([
  ['phone', 390, 844],
  ['desk', 1280, 800],
])('on a %s a tag is described in whole lines, and the cells of a table stand apart', async (name, width, height) => {
  const page = await (await browser.newContext({ viewport: { width, height } })).newPage()
  page.setDefaultTimeout(20_000)
  await page.route('**/*', async (route) => route.fulfill(await answerOf(new URL(route.request().url()).pathname)))
  await page.goto('http://soko.example/docs')
  const described = await page.locator('.opblock-tag small').boundingBox()
  if (process.env.SHOTS)
    writeFileSync(`${process.env.SHOTS}/docs-${name}.png`, await page.screenshot({ fullPage: true }))
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
})
