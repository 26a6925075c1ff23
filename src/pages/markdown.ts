import { html, raw } from 'hono/html'
import { pagesOf, piecesOf } from './bounds.ts'
import type { Html } from './layout.ts'

const SPANS =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|!?\[([^[\]\n]*)\]\(((?:https?:\/\/|mailto:)[^\s)]{1,2000})\)/g

/** The marks within a line: code, bold, italic, links. Anything else, HTML too, is shown as it was written. */
function inline(text: string): Html {
  const parts: (Html | string)[] = []
  let end = 0
  for (const { 0: all, 1: code, 2: bold, 3: italic, 4: label, 5: to, index } of text.matchAll(SPANS)) {
    parts.push(text.slice(end, index))
    if (code) parts.push(html`<code>${code}</code>`)
    else if (bold) parts.push(html`<b>${bold}</b>`)
    else if (italic) parts.push(html`<i>${italic}</i>`)
    else parts.push(html`<a href="${to}" rel="noopener nofollow">${label || to}</a>`)
    end = index + all.length
  }
  return html`${[...parts, text.slice(end)]}`
}

const items = (lines: string[], mark: RegExp) => lines.map((line) => html`<li>${inline(line.replace(mark, ''))}</li>`)

const HEADING = /^(#{1,6}) +(.+)$/
/** Quotes within quotes; a mark of one more is shown as it was written. */
const MOST_QUOTES = 3

function heading(line: string): Html {
  const [, marks = '', title = ''] = HEADING.exec(line) ?? []
  return marks.length < 3 ? html`<h2>${inline(title)}</h2>` : html`<h3>${inline(title)}</h3>`
}

function block(text: string, quotes = 0): Html {
  const lines = text.trim().split('\n')
  const first = lines.findIndex((line) => !HEADING.test(line))
  if (first < 0) return html`${lines.map(heading)}`
  return html`${lines.slice(0, first).map(heading)}${plain(lines.slice(first), quotes)}`
}

function plain(lines: string[], quotes: number): Html {
  if (lines.every((line) => /^[-*+] /.test(line))) return html`<ul>${items(lines, /^[-*+] /)}</ul>`
  if (lines.every((line) => /^\d+[.)] /.test(line))) return html`<ol>${items(lines, /^\d+[.)] /)}</ol>`
  if (quotes < MOST_QUOTES && lines.every((line) => line.startsWith('>')))
    return html`<blockquote>${block(lines.map((line) => line.replace(/^> ?/, '')).join('\n'), quotes + 1)}</blockquote>`
  return html`<p>${lines.map((line, i) => html`${i > 0 ? raw('<br>') : ''}${inline(line)}`)}</p>`
}

const code = (text: string): Html => html`<pre><code>${text.replace(/\n$/, '')}</code></pre>`

/** Cuts a text at its empty lines; what stands between two lines of ``` is one block of code, empty lines too. */
function blocksOf(text: string): { lines: string[]; isCode: boolean }[] {
  let last = { lines: [] as string[], isCode: false }
  const blocks = [last]
  for (const line of text.split('\n')) {
    const ends = last.isCode ? /^```\s*$/.test(line) : line.startsWith('```') || line.trim() === ''
    if (!ends) last.lines.push(line)
    else {
      last = { lines: [], isCode: !last.isCode && line.startsWith('```') }
      blocks.push(last)
    }
  }
  return blocks
}

/** Most bytes of a text on one page: with its head and styles the page has 30 KB at most. */
const MOST_BYTES = 18_000

/**
 * Shows a text of Markdown as HTML, by pages: the usual marks, and nothing that runs or is fetched. A page ends with a block; a block that
 * is longer than a page is cut.
 */
export const markdownPages = (text: string): Html[] =>
  pagesOf(
    blocksOf(text.replaceAll('\r\n', '\n')).flatMap(({ lines, isCode }) =>
      piecesOf(lines.join('\n'), isCode ? code : (part) => block(part), MOST_BYTES),
    ),
    MOST_BYTES,
  )
