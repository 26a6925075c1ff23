import { expect, it } from 'vitest'
import { prefixQuery } from '#db/search-terms.ts'

it.each([
  ['epi', '"epi"*'],
  ['a a a a a a a a', '"a"'],
  ['café Café CAFE ca c', '"cafe"*'],
  ['riz de bumba', '"bumba"* AND "riz"* AND "de"*'],
  ['un deux trois quatre cinq six', '"quatre"* AND "trois"* AND "deux"* AND "cinq"*'],
  ['!?', '""'],
  ["ng'ombe", '("ngombe"* OR "ng ombe"*)'],
  ['l’huile', '("lhuile"* OR "huile"*)'],
  ['25kg', '("25kg"* OR "25 kg"*)'],
  ['riz 25 kg', '("25kg"* OR "25 kg"*) AND "riz"*'],
  ['RB-12', '("rb12"* OR "rb 12"*)'],
  ['Œufs ŋɔmbɛ', '"ngombe"* AND "oeufs"*'],
  ['T-shirt a', '("tshirt"* OR "t shirt"*) AND "a"'],
  ['amani@example.com', '"example"* AND "amani"* AND "com"*'],
])('%j asks for few words, each once', (text, query) => {
  expect(prefixQuery(text)).toBe(query)
})
