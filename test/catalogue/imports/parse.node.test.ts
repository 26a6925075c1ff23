import { describe, expect, it } from 'vitest'
import { COLUMNS } from '#domain/catalogue/imports/columns.ts'
import { parseFile } from '#domain/catalogue/imports/parse.ts'

// Rule: CSV as spreadsheets save it, up to 5,000 lines and 5 MB, empty ones not counted; pictures by address are refused. Each
// fault of a file is told in words.

const MB = 1024 * 1024
const parse = (content: string | Uint8Array<ArrayBuffer>) => parseFile(new File([content], 'produits.csv'))
const linesOf = (n: number, cell = (i: number) => `A-${i}`) => Array.from({ length: n }, (_, i) => cell(i)).join('\n')
const refused = async (content: string | Uint8Array<ArrayBuffer>) => {
  const failure = await parse(content).then(
    () => undefined,
    (error) => error,
  )
  return failure && (failure.details?.[0] ?? { code: failure.code, message: failure.message })
}
const ofFile = (message: string) => ({ field: 'file', message })

describe('a file of products', () => {
  it('has its lines numbered as a spreadsheet shows them, the empty ones too', async () => {
    expect(await parse('sku,name\nA,Un\n\n , \nB,"Deux\nlignes"\nC\n')).toEqual([
      { line: 2, cells: { sku: 'A', name: 'Un' } },
      { line: 5, cells: { sku: 'B', name: 'Deux lignes' } },
      { line: 6, cells: { sku: 'C', name: '' } },
    ])
  })

  it.each([
    ['commas', 'sku,name\nA,Un;deux\n', 'Un;deux'],
    ['semicolons', 'sku;name\nA;Un,deux\n', 'Un,deux'],
    ['semicolons, after an empty line', '\n\nsku;name\nA;"1,2,3"\n', '1,2,3'],
    ['semicolons, and commas below', 'sku;name\r\nA;"a,b,c,d"\r\n', 'a,b,c,d'],
    ['a mark of its encoding', '\uFEFFsku,name\nA,Un\n', 'Un'],
    ['blanks around its words', ' sku , name \nA, Un \n', 'Un'],
    ['one column', 'sku\nA\n', undefined],
  ])('may have %s', async (_, text, name) => {
    const [first, ...others] = await parse(text)
    expect(others).toEqual([])
    expect(first?.cells).toEqual({ sku: 'A', ...(name !== undefined && { name }) })
  })

  it('is 5 MB at most', async () => {
    const text = 'sku\nA\n'
    const fill = (bytes: number) => text + '\n'.repeat(bytes - text.length)
    expect(await refused(fill(5 * MB))).toEqual(ofFile('20000 lignes au plus, même vides.'))
    expect(await refused(fill(5 * MB + 1))).toEqual({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'Le fichier doit faire 5 Mo au plus.',
    })
  })

  it('may be in Windows-1252', async () => {
    const bytes = new Uint8Array([...'sku;name\nA;Caf'].map((c) => c.charCodeAt(0)).concat(0xe9))
    expect(await parse(bytes)).toEqual([{ line: 2, cells: { sku: 'A', name: 'Café' } }])
  })

  it('has line breaks within texts only, a space elsewhere', async () => {
    const [line] = await parse(
      'sku,name,description,brand\nA,"Lampe\nrouge","Un\r\ndeux\u2028trois\u000bquatre"," K \r\n B "\n',
    )
    expect(line?.cells).toEqual({
      sku: 'A',
      name: 'Lampe rouge',
      description: 'Un\r\ndeux\ntrois\nquatre',
      brand: 'K B',
    })
  })

  it('has a line, and 5,000 of them at most, beside the empty ones', async () => {
    for (const none of ['', '\n', 'sku', 'sku\n', 'sku,name\n,\n , \n'])
      expect((await refused(none))?.field, none).toBe('file')
    expect(await refused('')).toEqual(ofFile('Le fichier est vide : la première ligne nomme les colonnes.'))
    expect(await refused('sku\n\n')).toEqual(ofFile('Le fichier ne contient aucun produit.'))
    expect(await parse(`sku\n${linesOf(5000)}\n\n\n`)).toHaveLength(5000)
    expect(await refused(`sku\n${linesOf(5001)}\n`)).toEqual(ofFile('5000 lignes au plus.'))
  })

  it('has 20,000 rows at most with the empty ones', async () => {
    expect(await parse(`sku\nA\n${'\n'.repeat(19_998)}`)).toHaveLength(1)
    expect(await refused(`sku\nA\n${'\n'.repeat(19_999)}`)).toEqual(ofFile('20000 lignes au plus, même vides.'))
  })

  it('has cells that are taken apart in time', async () => {
    const wide = (commas: number) => `sku,name\nA,"${','.repeat(commas - 2)}"\n`
    expect(await refused(wide(300_001))).toEqual(ofFile('Le fichier a trop de cases.'))
    expect((await refused(wide(300_000)))?.message).toMatch(/^Le fichier est illisible/)
    expect(await refused('sku;name\nA;,\n')).toBeUndefined()
  })

  it('is told where it is broken', async () => {
    expect((await refused('sku,name\nA,Un\nB,"Deux\n'))?.message).toBe(
      'Le fichier est illisible à la ligne 3 : un guillemet « " » y est ouvert et jamais refermé.',
    )
    expect((await refused(`sku,name\nA,${'x'.repeat(20_001)}\n`))?.message).toMatch(/^Le fichier est illisible/)
    expect(await parse(`sku,name\nA,${'x'.repeat(19_990)}\n`)).toHaveLength(1)
  })
})

describe('the head of a file', () => {
  it.each([
    ['sku,prx\nA,1\n', 'La colonne « prx » est inconnue.'],
    [`sku,${'p'.repeat(50)}\nA,1\n`, `La colonne « ${'p'.repeat(40)} » est inconnue.`],
    ['sku,name,name\nA,Un,Un\n', 'Une colonne figure deux fois. La seconde est « name ».'],
    ['sku,Nom,name\nA,Un,Un\n', 'Une colonne figure deux fois. La seconde est « name ».'],
    ['sku,name,\nA,Un,deux\n', "La ligne 2 a plus de cases que d'en-têtes."],
    ['name\nUn\n', 'Il manque la colonne « sku ».'],
    ['sku,name\nA,Un,deux\n', "La ligne 2 a plus de cases que d'en-têtes."],
  ])('%j is refused in words', async (text, message) => {
    expect(await refused(text)).toEqual(ofFile(message))
  })

  it('may be in French or English, however it is spelled, with empty columns beside it', async () => {
    const head =
      'Référence;NOM;Description;Sous-catégorie;Prix unitaire;Devise;Quantité;Stock vu;Unité;Marque;Poids (g);Date de péremption;Photos;'
    const [line] = await parse(`${head}\n1;2;3;4;5;6;7;8;9;10;11;12;;\n`)
    const english =
      'sku;name;description;subcategory;price;currency;stock;stock_seen;unit;brand;weight grams;expires-at;images;;'
    const [other] = await parse(`${english}\n1;2;3;4;5;6;7;8;9;10;11;12;;;\n`)
    expect(Object.entries(line?.cells ?? {})).toEqual(COLUMNS.map((column, i) => [column, i < 12 ? String(i + 1) : '']))
    expect(other).toEqual(line)
  })

  it('may name pictures, which no line has', async () => {
    expect(await parse('sku,images\nA,\nB\n')).toHaveLength(2)
    expect(await refused('sku,images\nA,\nB,https://soko.test/a.jpg\n')).toEqual({
      field: 'images',
      message: "Ligne 3 : les images ne s'importent pas. Laissez cette colonne vide.",
    })
  })

  it('is looked at as far as its first words go', async () => {
    const names = 'sku;name;brand'
    expect((await parse(`${names}\nA;Un;${','.repeat(900)}\n`))[0]?.cells.sku).toBe('A')
  })
})
