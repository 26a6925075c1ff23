import { describe, expect, it } from 'vitest'
import { openDomain } from '#testing/domain/domain.ts'
import { importsOf } from '#testing/domain/imports.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9000, 1)
  market.run("UPDATE variants SET sku = '5E+11' WHERE id = 'v1'")
})
const { send, finish } = importsOf(domain)
const faultsOf = async (sku: string) => {
  const { id } = await send(`sku;name\n${sku};Un nom`)
  const { errors } = await finish(id)
  return errors.filter(({ field }) => field === 'sku')
}

describe('a reference that a spreadsheet shortened', () => {
  it.each(['1,23E+05', '1.23457E+11', '1E+12', '-1,5E-03', '1,23e+05'])(
    '%s is told to whoever imports it',
    async (sku) => {
      const message = expect.stringMatching(
        new RegExp(`« ${sku.replace('+', '\\+')} » est un nombre que le tableur a raccourci`),
      )
      expect(await faultsOf(sku)).toEqual([{ line: 2, field: 'sku', message }])
    },
  )

  it.each(['A-1', '123456', '1E5', '12E+05', '1,23', 'CAFE+10', '1E+5KG'])('%s is none', async (sku) => {
    expect(await faultsOf(sku)).toEqual([])
  })

  it('is taken for the variant that has it', async () => {
    const { id } = await send('sku;name\n5E+11;Un autre nom')
    expect(await finish(id)).toMatchObject({ status: 'DONE', errors: [] })
  })
})
