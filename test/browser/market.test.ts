import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '#testing/running/start.ts'
import { launchChromium } from './chromium.ts'

// The pages that everybody sees, in a real browser without script: nothing is wider than the screen, nothing is refused by the policy,
// every link can be touched and reached by keyboard, and pictures are there.

let service: RunningService
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ forBrowser: true, data: 'demo' }), launchChromium()])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

/** The addresses of the pages, by following links from the first one. */
async function pathsFrom(html: string): Promise<Record<string, string>> {
  const first = (text: string, start: string) => new RegExp(`href="(${start}[^"]+)"`).exec(text)?.[1] ?? ''
  const product = first(html, '/p/')
  const ofProduct = await (await fetch(service.pages + product)).text()
  return { home: '/', product, category: first(html, '/c/'), shop: first(ofProduct, '/b/'), gone: '/p/parti' }
}

/** Run in the page: links that a finger misses, texts that are hard to read, and pictures that are not there. */
const FAULTS = `(() => {
  const faults = []
  const parse = (color) => color.match(/[\\d.]+/g).map(Number)
  const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
  const behind = (node) => { for (; node; node = node.parentElement) { const c = parse(getComputedStyle(node).backgroundColor); if (c.length < 4 || c[3] > 0) return c } return [255, 255, 255] }
  for (const link of document.querySelectorAll('a:not(.skip)')) {
    const { width, height } = link.getBoundingClientRect()
    if (height < 44 || width < 24) faults.push('small: ' + link.textContent + ' ' + width + 'x' + height)
  }
  for (const node of document.querySelectorAll('main *, header *, footer *')) {
    if (![...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())) continue
    const [a, b] = [light(parse(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x)
    if ((a + 0.05) / (b + 0.05) < 4.5) faults.push('faint: ' + node.textContent.slice(0, 40))
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wide: ' + document.documentElement.scrollWidth)
  return faults
})()`

describe.each([
  { name: 'phone', width: 390, height: 844, colorScheme: 'light' as const },
  { name: 'dark phone', width: 320, height: 700, colorScheme: 'dark' as const },
  { name: 'desk', width: 1280, height: 800, colorScheme: 'light' as const },
])('on a $name', ({ name, width, height, colorScheme }) => {
  it('every page can be read, touched and walked by keyboard, without script', async () => {
    const paths = await pathsFrom(await (await fetch(`${service.pages}/`)).text())
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      javaScriptEnabled: false,
      hasTouch: true,
    })
    for (const [what, path] of Object.entries(paths)) {
      const page = await context.newPage()
      const refused: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 404/.test(message.text())) refused.push(message.text())
      })
      await page.goto(service.pages + path, { waitUntil: 'networkidle' })
      expect(await page.evaluate(FAULTS), `${what} ${path}`).toEqual([])
      expect(refused, what).toEqual([])
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Aller au contenu')
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.className')).toBe('brand')
      const seen = await page.evaluate(
        `[...document.images].filter((image) => image.loading !== 'lazy').map((image) => image.naturalWidth)`,
      )
      expect(
        (seen as number[]).every((pixels) => pixels > 0),
        `${what}: pictures`,
      ).toBe(true)
      if (process.env.SHOTS)
        writeFileSync(
          `${process.env.SHOTS}/market-${name.replace(' ', '-')}-${what}.png`,
          await page.screenshot({ fullPage: true }),
        )
      await page.close()
    }
    await context.close()
  })
})

it('a robot that previews links gets the same bytes as a browser, and a picture that it shows', async () => {
  const { product = '' } = await pathsFrom(await (await fetch(`${service.pages}/`)).text())
  const read = async (agent: string) =>
    (await fetch(service.pages + product, { headers: { 'user-agent': agent } })).text()
  const html = await read('Mozilla/5.0')
  for (const agent of [
    'facebookexternalhit/1.1',
    'WhatsApp/2.24.10.79 A',
    'Twitterbot/1.0',
    'TelegramBot (like TwitterBot)',
  ])
    expect(await read(agent), agent).toBe(html)
  const [, image = ''] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? []
  const answer = await fetch(image)
  const bytes = (await answer.arrayBuffer()).byteLength
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(bytes).toBeLessThan(300 * 1024)
  expect(Number(/og:image:width" content="(\d+)"/.exec(html)?.[1])).toBeGreaterThanOrEqual(300)
})

it('robots.txt and the sitemap are there', async () => {
  const robots = await (await fetch(`${service.pages}/robots.txt`)).text()
  expect(robots).toContain('Disallow: /api/')
  expect(robots).toMatch(/^Sitemap: http:\/\/localhost:\d+\/sitemap\.xml$/m)
  const index = await (await fetch(`${service.pages}/sitemap.xml`)).text()
  expect(index).toContain('/sitemap/1.xml</loc>')
})
