import { expect, it } from 'vitest'
import { foldInSql } from '#db/searchable.ts'
import { APOSTROPHES, SEARCH_LETTERS, wordsOf } from '#kernel/folding.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// Full-text tables are filled in SQL and asked in words folded by the kernel (docs/conventions.md, Texts): both fold alike.

const domain = openDomain(addMarket)

/** As the tables cut a text (unicode61, without diacritics). */
const cut = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
const kept = (text: string) =>
  cut(String(domain.row(`SELECT ${foldInSql(`'${text.replaceAll("'", "''")}'`)} AS words`)?.words))

const every = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((sign) =>
  sign.isWellFormed(),
)
const signs = [
  ...every.filter((sign) => sign.match(APOSTROPHES)),
  ...Object.keys(SEARCH_LETTERS).flatMap((letter) => [letter, letter.toUpperCase()]),
  ...every.slice(0xa0, 0x250),
  ...['⁰', '⁴', '⁹', 'ⁿ', '₀', '₂', '₉', 'ﬀ', 'ﬁ', 'ﬂ', 'ﬃ', 'ﬄ'],
]

it('holds each sign as a search has it', () => {
  const others = signs.filter((sign) => kept(`25m${sign} b`).join(' ') !== wordsOf(`25m${sign} b`).join(' '))
  expect(others).toEqual([])
})

it.each([
  ['Carrelage 12 m²', ['m²', 'm2']],
  ['Filtre n\u00ba 4, ½ litre', ['n\u00ba', 'no', '½']],
  ['Proﬁl d\uff07acier', ['profil', "d'acier"]],
])('%s is found however it is asked for', (name, searches) => {
  const words = new Set(kept(name))
  for (const search of searches) for (const word of wordsOf(search)) expect([...words]).toContain(word)
})

it('the triggers fold the words of a product as searches do', () => {
  domain.run('UPDATE products SET visible = 0')
  domain.run("UPDATE products SET name = 'Carrelage m²', visible = 1 WHERE id = (SELECT min(id) FROM products)")
  const found = (words: string) =>
    domain.row(`SELECT count(*) AS n FROM products_search WHERE products_search MATCH '"${words}"'`)?.n
  expect([found('m2'), found('m3')]).toEqual([1, 0])
})
