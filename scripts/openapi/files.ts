import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { openApiDocument } from './document.ts'
import { groupPage } from './group-page.ts'
import { guidePage, indexPage } from './pages.ts'
import { type Document, partOf, slugOf } from './part.ts'

const PAGE = join(import.meta.dirname, 'page')

/**
 * The files of assets/docs, their texts by their names: the document, the pages that are read without a script, and for
 * the page that tries operations a document of each group.
 */
export function documentFiles(): Record<string, string> {
  const document = openApiDocument(routesOf(app)) as Document
  const groups = document.tags.flatMap((tag) => {
    const part = partOf(document, tag)
    return [
      [`${slugOf(tag.name)}.html`, groupPage(part)],
      [`${slugOf(tag.name)}.json`, JSON.stringify(part)],
    ]
  })
  return {
    'openapi.json': JSON.stringify(document),
    'index.html': indexPage(document),
    'guide.html': guidePage(document),
    ...Object.fromEntries(groups),
    ...Object.fromEntries(readdirSync(PAGE).map((name) => [name, readFileSync(join(PAGE, name), 'utf8')])),
  }
}
