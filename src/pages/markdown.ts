import { html, raw } from 'hono/html'
import type { Html } from './layout.ts'

const SPANS = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|!?\[([^\]\n]*)\]\(((?:https?:\/\/|mailto:)[^\s)]+)\)/g

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

function block(text: string): Html {
  const lines = text.split('\n')
  const [, marks, title = ''] = /^(#{1,6}) +(.+)$/.exec(lines[0] ?? '') ?? []
  if (marks && lines.length > 1) return html`${block(lines[0] ?? '')}${block(lines.slice(1).join('\n'))}`
  if (marks) return marks.length < 3 ? html`<h2>${inline(title)}</h2>` : html`<h3>${inline(title)}</h3>`
  const code = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(text)
  if (code) return html`<pre><code>${code[1]}</code></pre>`
  if (lines.every((line) => /^[-*+] /.test(line))) return html`<ul>${items(lines, /^[-*+] /)}</ul>`
  if (lines.every((line) => /^\d+[.)] /.test(line))) return html`<ol>${items(lines, /^\d+[.)] /)}</ol>`
  if (lines.every((line) => line.startsWith('>')))
    return html`<blockquote>${block(lines.map((line) => line.replace(/^> ?/, '')).join('\n'))}</blockquote>`
  return html`<p>${lines.map((line, i) => html`${i > 0 ? raw('<br>') : ''}${inline(line)}`)}</p>`
}

/** Most bytes of a text on one page: with its head and styles the page has 30 KB at most. */
const MOST_BYTES = 22_000
/** Letters of a block that is shown whole: a letter becomes five bytes at most, but for rare ones. */
const MOST_LETTERS = 4000

/**
 * Shows a text of Markdown as HTML, by pages: the usual marks, and nothing that runs or is fetched. A page ends with a block; a block that
 * is longer than a page is cut behind a line, or a word.
 */
export function markdownPages(text: string): Html[] {
  const pages: { blocks: Html[]; bytes: number }[] = []
  const parts = text
    .replaceAll('\r\n', '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .flatMap(cut)
  for (const part of parts) {
    const shown = block(part)
    const bytes = new TextEncoder().encode(String(shown)).byteLength
    const last = pages.at(-1)
    if (last && last.bytes + bytes <= MOST_BYTES) {
      last.blocks.push(shown)
      last.bytes += bytes
    } else pages.push({ blocks: [shown], bytes })
  }
  return pages.map(({ blocks }) => html`${blocks}`)
}

/** Cuts a block that is too long; one without letters is none. */
function cut(text: string): string[] {
  const left = text.trim()
  if (left.length <= MOST_LETTERS) return left === '' ? [] : [left]
  const begin = left.slice(0, MOST_LETTERS)
  const end = Math.max(begin.lastIndexOf('\n'), begin.lastIndexOf(' '))
  const at = end > 0 ? end : MOST_LETTERS
  return [left.slice(0, at), ...cut(left.slice(at))]
}
