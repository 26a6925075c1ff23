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

/** Shows a text of Markdown as HTML: the usual marks, and nothing that runs or is fetched. */
export const markdown = (text: string): Html =>
  html`${text
    .replaceAll('\r\n', '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part) => block(part.trim()))}`
