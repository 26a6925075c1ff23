import { marked } from 'marked'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
export const code = (text: string) => `<code>${escapeHtml(text)}</code>`
export const fromMarkdown = (text: string) => marked.parse(text, { async: false })
/** Markdown of one line, without a paragraph around it. */
export const inline = (text: string) => marked.parseInline(text, { async: false })

/** A table, or nothing if it has no rows; the cells are HTML. */
export const table = (head: string[], rows: string[][]) =>
  rows.length === 0
    ? ''
    : `<table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${rows
        .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</tbody></table>`

/** A page of /docs: static, with the one style sheet and no script. */
export const page = (title: string, body: string) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · API Soko</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
${body}
</body>
</html>
`
