import { lineOf } from './group-page.ts'
import { escapeHtml, fromMarkdown, page } from './html.ts'
import { type Document, slugOf } from './part.ts'

/** The first page of /docs: the chapters of the guide, and every operation by its group, each a link. */
export function indexPage({ info, tags, paths }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  )
  const groups = tags.map(({ name, description }) => {
    const address = `/docs/${slugOf(name)}`
    const own = operations.filter(({ described }) => described.tags.includes(name))
    return `<section id="${slugOf(name)}"><h2><a href="${address}">${escapeHtml(name)}</a></h2><p>${escapeHtml(description)}</p>
<ul class="list">${own.map(({ method, path, described }) => lineOf(method, path, described, address)).join('\n')}</ul></section>`
  })
  const chapters = chaptersOf(info.description).map(
    ({ title }) => `<a href="/docs/guide#${slugOf(title)}">${escapeHtml(title)}</a>`,
  )
  const themes = tags.map(({ name }) => `<a href="#${slugOf(name)}">${escapeHtml(name)}</a>`)
  return page(
    'Documentation',
    `<nav><a href="/">Soko</a> · <a href="/docs/guide">Guide</a> · <a href="/docs/essayer">Essayer</a> · <a href="/api/v1/openapi.json">OpenAPI 3.1</a></nav>
<h1>API de Soko</h1>
<p>Guide : ${chapters.join(' · ')}</p>
<p>Opérations : ${themes.join(' · ')}</p>
${groups.join('\n')}`,
  )
}

/** The guide as a page of its own. */
export function guidePage({ info }: Document): string {
  const chapters = chaptersOf(info.description).map(
    ({ title, text }) =>
      `<section id="${slugOf(title)}"><h2>${escapeHtml(title)}</h2>\n${fromMarkdown(text)}</section>`,
  )
  return page('Guide', `<nav><a href="/docs">Toutes les opérations</a></nav>\n<h1>Guide</h1>\n${chapters.join('\n')}`)
}

const chaptersOf = (guide: string) =>
  guide.split(/^## /m).flatMap((chapter) => {
    const [title = '', ...lines] = chapter.split('\n')
    return title ? [{ title, text: lines.join('\n') }] : []
  })
