import { expect, it } from 'vitest'
import { prefixQuery } from '../../../src/domain/catalogue/products/search-terms.ts'

it.each([
  ['epi', '"epi"*'],
  ['a a a a a a a a', '"a"'],
  ['café Café CAFE ca c', '"cafe"*'],
  ['riz de bumba', '"bumba"* AND "riz"* AND "de"*'],
  ['un deux trois quatre cinq six', '"quatre"* AND "trois"* AND "deux"* AND "cinq"*'],
  ['!?', '""'],
])('%j asks for few words, each once', (text, query) => {
  expect(prefixQuery(text)).toBe(query)
})
