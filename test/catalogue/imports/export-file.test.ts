import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { COLUMNS, csv, exportProducts, importProducts, line, newShelf, productsOf } from '#testing/stories/imports.ts'

describe('an export', () => {
  it('is a CSV with the columns of an import, a line for each sku', async () => {
    const shelf = await newShelf()
    await importProducts(shelf.seller, csv([line(shelf, 'A-1', { brand: 'Ruzizi' }), line(shelf, 'A-2')]))
    const { status, headers, body } = await exportProducts(shelf.seller)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/csv/)
    expect(headers.get('content-disposition')).toContain('.csv')
    const lines = body.replace(/^\uFEFF/, '').split('\r\n')
    expect(lines[0]).toBe(COLUMNS.join(',').replace(',stock,', ',stock,stockSeen,'))
    expect(lines.filter((text: string) => /A-[12]/.test(text))).toHaveLength(2)
    expect(lines.find((text: string) => text.startsWith('A-1,'))).toContain('Ruzizi')
    expect(lines.find((text: string) => text.startsWith('A-1,'))).toContain(shelf.slug)
  })

  it('can be imported as it is, and changes nothing', async () => {
    const shelf = await newShelf()
    const name = '"Riz ""parfumé"", 5 kg"'
    await importProducts(shelf.seller, csv([line(shelf, 'B-1', { name, weightGrams: '500' }), line(shelf, 'B-2')]))
    const before = await productsOf(shelf.seller)
    const { body } = await exportProducts(shelf.seller)
    expect(await importProducts(shelf.seller, body)).toMatchObject({ status: 'DONE', lines: 2, errors: [] })
    const after = await productsOf(shelf.seller)
    expect(Object.keys(after)).toHaveLength(2)
    for (const sku of ['B-1', 'B-2']) {
      const { updatedAt: _, version: __, ...was } = before[sku]
      expect(after[sku]).toMatchObject(was)
    }
  })

  it('can be edited and imported', async () => {
    const shelf = await newShelf()
    await importProducts(shelf.seller, csv([line(shelf, 'C-1', { price: '5.25' })]))
    const { body } = await exportProducts(shelf.seller)
    expect(await importProducts(shelf.seller, body.replace('5.25', '6.75'))).toMatchObject({
      status: 'DONE',
      errors: [],
    })
    expect((await productsOf(shelf.seller))['C-1'].variants[0].price).toBe('6.75')
  })

  it('runs nothing in a spreadsheet, and comes back without the quote', async () => {
    const shelf = await newShelf()
    const name = '=SOMME(A1:A9)'
    await importProducts(shelf.seller, csv([line(shelf, 'D-1', { name, brand: '@cmd' })]))
    const { body } = await exportProducts(shelf.seller)
    expect(body).toContain(`'${name}`)
    expect(body).toContain(`'@cmd`)
    await importProducts(shelf.seller, body)
    expect((await productsOf(shelf.seller))['D-1']).toMatchObject({ name, brand: '@cmd' })
  })

  it('holds no deleted product and nothing of another seller', async () => {
    const [shelf, other] = [await newShelf(), await newShelf()]
    await importProducts(shelf.seller, csv([line(shelf, 'E-1'), line(shelf, 'E-2')]))
    await importProducts(other.seller, csv([line(other, 'F-1')]))
    ok(await call(shelf.seller, 'DELETE', `/products/${(await productsOf(shelf.seller))['E-1'].id}`))
    const { body } = await exportProducts(shelf.seller)
    expect(body).not.toContain('E-1')
    expect(body).not.toContain('F-1')
    expect(body).toContain('E-2')
  })

  it('is for sellers', async () => {
    for (const role of ['BUYER', 'ADMIN', 'SUPPORT'] as const)
      expect((await call(await signUp(role), 'GET', '/products/export/csv')).status, role).toBe(403)
    expect((await call(guest, 'GET', '/products/export/csv')).status).toBe(401)
  })
})
