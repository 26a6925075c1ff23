import { drawPicture } from '../../scripts/seed/picture.ts'
import { median } from './compare.ts'
import { ask } from './requests.ts'
import type { Servers } from './servers.ts'

const PICTURES = 40

/** Milliseconds of a picture in the width of a page: when it is made, and once it is kept. */
export type PictureTimes = { firstMs: number; keptMs: number }

/** One after the other, each picture once to be made and once more: what the platform makes it with is the machine's own. */
export async function timePictures({ urls, keep }: Servers): Promise<PictureTimes> {
  const bytes = drawPicture('basket', 30)
  const keys = Array.from({ length: PICTURES }, () => `product-${crypto.randomUUID()}.png`)
  for (const key of keys) await keep(key, bytes, 'image/png')
  const timed = async (key: string) => {
    const startedAt = performance.now()
    await ask(urls.market, { path: `/media/${key}?w=480` })
    return performance.now() - startedAt
  }
  const [first, kept]: [number[], number[]] = [[], []]
  for (const key of keys) {
    first.push(await timed(key))
    kept.push(await timed(key))
  }
  return { firstMs: Math.round(median(first)), keptMs: Math.round(median(kept) * 10) / 10 }
}
