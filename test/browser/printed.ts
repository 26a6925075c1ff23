import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { A4 } from '#kernel/pdf/pdf.ts'

export type Box = { left: number; right: number; top: number; bottom: number }

/** The first page of a PDF as Chromium shows it; what is asked of it is in points from its left and its top. */
export type Picture = {
  /** Height divided by width. */
  shape: number
  /** Whether there is ink at a point. */
  hasInk: (x: number, y: number) => boolean
  /** The least box around what is printed within one; null where nothing is. */
  inkIn: (box: Box) => Box | null
  png: Buffer
}

/** Opens a PDF in the reader of the browser, and looks at its first page. */
export async function pictureOf(browser: Browser, pdf: Uint8Array): Promise<Picture> {
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'application/pdf').end(pdf))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const reader = await browser.newPage({ viewport: { width: 1300, height: 1800 } })
  const pen = await browser.newPage()
  try {
    const { port } = server.address() as AddressInfo
    await reader.goto(`http://127.0.0.1:${port}/a.pdf#toolbar=0&navpanes=0&view=Fit`)
    for (let tries = 0, last = ''; tries < 100; tries++) {
      const png = await reader.screenshot()
      const seen = last === png.toString('base64') && look(await greysOf(pen, png), png)
      if (seen) return seen
      last = png.toString('base64')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('the browser shows no page')
  } finally {
    await Promise.all([reader.close(), pen.close()])
    server.close()
  }
}

type Greys = { width: number; height: number; of: Uint8Array }

/** Reads how light each pixel is: the picture is drawn, and read back. */
async function greysOf(page: Page, png: Buffer): Promise<Greys> {
  const { width, height, greys } = (await page.evaluate(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${png.toString('base64')}'
    await picture.decode()
    const { width, height } = picture
    const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    pen.drawImage(picture, 0, 0)
    const { data } = pen.getImageData(0, 0, width, height)
    let greys = ''
    for (let i = 0; i < data.length; i += 4) greys += String.fromCharCode((data[i] + data[i + 1] + data[i + 2]) / 3)
    return { width, height, greys: btoa(greys) }
  })()`)) as { width: number; height: number; greys: string }
  return { width, height, of: Buffer.from(greys, 'base64') }
}

const PAPER = 250
const INK = 235

/** The page is the white that the reader shows on its dark desk; undefined until it has words on it. */
function look({ width, height, of }: Greys, png: Buffer): Picture | undefined {
  const isPaper = (x: number, y: number) => (of[y * width + x] ?? 0) >= PAPER
  const along = (length: number, is: (i: number) => boolean) => Array.from({ length }, (_, i) => i).filter(is)
  const rows = along(height, (y) => isPaper(width >> 1, y))
  const columns = along(width, (x) => isPaper(x, rows[10] ?? 0))
  if (rows.length < height / 2 || columns.length < width / 2) return undefined
  const [top = 0, left = 0] = [rows[0], columns[0]]
  const [high, wide] = [(rows.at(-1) ?? 0) + 1 - top, (columns.at(-1) ?? 0) + 1 - left]
  const scale = wide / A4.width
  const isInk = (x: number, y: number) => (of[y * width + x] ?? 255) < INK
  const inkIn = (box: Box): Box | null => {
    const found = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
    for (let y = Math.floor(top + box.top * scale); y < top + box.bottom * scale; y++)
      for (let x = Math.floor(left + box.left * scale); x < left + box.right * scale; x++) {
        if (!isInk(x, y)) continue
        found.left = Math.min(found.left, (x - left) / scale)
        found.right = Math.max(found.right, (x + 1 - left) / scale)
        found.top = Math.min(found.top, (y - top) / scale)
        found.bottom = Math.max(found.bottom, (y + 1 - top) / scale)
      }
    return found.left === Infinity ? null : found
  }
  const picture: Picture = {
    shape: high / wide,
    hasInk: (x, y) => isInk(Math.floor(left + x * scale), Math.floor(top + y * scale)),
    inkIn,
    png,
  }
  return inkIn({ left: 10, right: A4.width - 10, top: 10, bottom: A4.height - 10 }) ? picture : undefined
}
