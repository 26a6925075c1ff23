import { html } from 'hono/html'
import { beginningOf, excerpt } from '#kernel/text.ts'
import type { Html } from './layout.ts'

/** Bytes of HTML as it is sent, its escapes too. */
const bytesOf = (shown: Html) => new TextEncoder().encode(String(shown)).byteLength

/** The beginning of a name on one line, where many stand on one page: at most so many letters and bytes of HTML. */
export function brief(name: string, letters: number, bytes: number): string {
  const short = excerpt(name, letters)
  return bytesOf(html`${short}`) <= bytes ? short : brief(name, Math.floor(letters * 0.8), bytes)
}

/** Shows a text in pieces of so many bytes at most. It is cut behind a paragraph, a line or a word near its middle. */
export function piecesOf(text: string, show: (part: string) => Html, most: number): Html[] {
  if (text.trim() === '') return []
  const shown = show(text)
  if (bytesOf(shown) <= most) return [shown]
  const at = middleOf(text)
  return [text.slice(0, at), text.slice(at)].flatMap((part) => piecesOf(part, show, most))
}

function middleOf(text: string): number {
  const half = Math.ceil(text.length / 2)
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(mark, half)
    if (at > text.length / 4) return at + mark.length
  }
  return beginningOf(text, half).length || half
}

/** Joins pieces to pages: each has so many bytes at most, or one piece. */
export function pagesOf(pieces: Html[], most: number): Html[] {
  const pages: { pieces: Html[]; bytes: number }[] = []
  for (const piece of pieces) {
    const bytes = bytesOf(piece)
    const last = pages.at(-1)
    if (last && last.bytes + bytes <= most) {
      last.pieces.push(piece)
      last.bytes += bytes
    } else pages.push({ pieces: [piece], bytes })
  }
  return pages.map((page) => html`${page.pieces}`)
}
