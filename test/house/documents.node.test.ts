import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from '#testing/sources.ts'
import { writtenDocuments } from '../../scripts/docs.ts'

const documents = sourcesOf('{README,ARCHITECTURE,CONTRIBUTING}.md', 'docs/**/*.md')
const own = sourcesOf('{src,test,proof,sandbox,scripts,client}/**/*.ts', 'migrations/*.sql', '*.toml')

describe('the documents', () => {
  it.each(Object.keys(writtenDocuments()))('%s is as `npm run docs` writes it', (path) => {
    expect(readFileSync(path, 'utf8')).toBe(writtenDocuments()[path])
  })

  it('name files that exist', () => {
    const wrong = documents
      // A finding on an older commit names the files of that commit.
      .filter(({ path }) => path !== 'docs/proof.md')
      .flatMap(({ path, text }) => {
        const named = text.matchAll(
          /`((?:src|test|proof|scripts|sandbox|migrations|docs)\/[\w./-]+\.(?:ts|sql|tsv|md|jsonl))`/g,
        )
        return [...named].map(([, file = '']) => ({ path, file }))
      })
      .filter(({ file }) => sourcesOf(file).length === 0)
    expect(wrong).toEqual([])
  })

  it('name only what the file exports where they link a name to a file', () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\[`(\w+)`\]\((src\/[\w./-]+)\)/g)].map(([, name, file = '']) => ({ path, name, file })),
    )
    const wrong = links.filter(({ name, file }) => {
      const [source] = sourcesOf(file)
      return !source || !new RegExp(`export (?:const|type|async function|function) ${name}\\b`).test(source.text)
    })
    expect(wrong).toEqual([])
    expect(links.length).toBeGreaterThan(5)
  })
})

describe('what the code cites', () => {
  it('is in the project', () => {
    const outside = /\b(?:spec|contract|gateways|design|quality|platform)\.md\b/
    const citing = [...own, ...documents].filter(({ path, text }) => {
      const withoutOurs = text.replaceAll(/docs\/\w+\.md/g, '').replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')
      return outside.test(withoutOurs) && path !== 'test/house/documents.node.test.ts'
    })
    expect(citing.map(({ path }) => path)).toEqual([])
  })

  it('is a heading of the page it names', () => {
    const headings = new Map(
      documents.map(({ path, text }) => [path, [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, words]) => words)]),
    )
    const cited = [...own, ...documents].flatMap(({ path, text }) => {
      const plain = text.replaceAll(/\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
      return [...plain.matchAll(/(docs\/\w+\.md), ([A-Z][\w' -]*)/g)].map(([, page = '', words = '']) => ({
        path,
        page,
        words,
      }))
    })
    const wrong = cited.filter(
      ({ page, words }) => !headings.get(page)?.some((heading) => heading && words.startsWith(heading)),
    )
    expect(wrong).toEqual([])
    expect(cited.length).toBeGreaterThan(100)
  })
})
