import { describe, expect, it } from 'vitest'
import { feeIn } from '#domain/orders/delivery/fee.ts'
import { type Place, reach, requireReach } from '#domain/orders/delivery/reach.ts'

const CENTRE = { lat: -2.5, lng: 28.86 }
const north = (km: number) => ({ lat: CENTRE.lat + km / 111.19, lng: CENTRE.lng })
const BUKAVU = { country: 'CD', city: 'Bukavu' }
const zone = (id: string, more: object = {}) => ({
  ...{ id, ...CENTRE, radiusKm: 5, feeMinor: 150, feeCurrency: 'USD', isOpen: 1 },
  ...more,
})
const shop = (address: Place, zones: object[] = [], defaultFee: string | null = null) => ({
  shop: { id: 'shop', name: 'Kivu Frais', address: address as object, deliveryMethods: ['DELIVERY' as const] },
  zones: JSON.stringify(zones),
  defaultFee,
})
const told = (from: ReturnType<typeof shop>, to: Place | 'own city', currency: 'USD' | 'CDF' = 'USD') => {
  const way = reach(from, to, currency)
  return way && [way.zoneId, way.feeMinor, way.feeCurrency]
}

describe('a shop in a city with zones delivers', () => {
  const old = zone('old')
  const far = zone('far', { ...north(20), feeMinor: 640 })
  const here = shop({ ...BUKAVU, ...CENTRE }, [old, far])
  it.each<[string, Place | 'own city', string | undefined]>([
    ['in the radius of one', north(4.9), 'old'],
    ['in that of another', north(20.5), 'far'],
    ['not beside them, whatever the town is called', { ...BUKAVU, ...north(10) }, undefined],
    ['not in another country', { country: 'CD', city: 'Kinshasa', lat: -4.32, lng: 15.31 }, undefined],
    ['to a place of another town in its radius', { country: 'RW', city: 'Kamembe', ...north(3) }, 'old'],
    ['in the same town without coordinates, by the oldest', BUKAVU, 'old'],
    ['in the town in other letters', { country: 'CD', city: ' BÚKAVU ' }, 'old'],
    ['not in a town of that name abroad', { country: 'RW', city: 'Bukavu' }, undefined],
    ['not in another town', { country: 'CD', city: 'Goma' }, undefined],
    ['with half of its coordinates, by its town', { ...BUKAVU, lat: 40 }, 'old'],
    ['to what was only written out', 'own city', 'old'],
  ])('%s', (_what, to, expected) => {
    expect(told(here, to)?.[0]).toBe(expected)
  })

  it('the nearest centre counts, and no zone that is closed', () => {
    const both = [zone('wide', { ...north(6), radiusKm: 50 }), zone('near', north(1))]
    expect(told(shop({ ...BUKAVU, ...CENTRE }, both), CENTRE)?.[0]).toBe('near')
    const closed = both.map((each) => ({ ...each, isOpen: each.id === 'near' ? 0 : 1 }))
    expect(told(shop({ ...BUKAVU, ...CENTRE }, closed), CENTRE)?.[0]).toBe('wide')
    const none = shop(BUKAVU, [zone('shut', { isOpen: 0 })])
    for (const to of [CENTRE, BUKAVU, 'own city' as const]) expect(told(none, to)).toBeUndefined()
  })
})

describe('a shop in a city without zones delivers', () => {
  const fee = JSON.stringify({ USD: 110, CDF: 300_000 })
  const known = shop({ ...BUKAVU, ...CENTRE }, [], fee)
  const unknown = shop(BUKAVU, [], fee)
  it.each<[string, typeof known, Place | 'own city', boolean]>([
    ['within 15 km of it', known, north(14.9), true],
    ['not further, in the same town either', known, { ...BUKAVU, ...north(15.1) }, false],
    ['not over the border', known, { country: 'RW', city: 'Kamembe', ...north(3) }, false],
    ['in its town, where one of both places is unknown', known, BUKAVU, true],
    ['in its town, where the shop is unknown', unknown, { ...BUKAVU, ...north(90) }, true],
    ['not at a point alone, where the shop is unknown', unknown, CENTRE, false],
    ['not in another town', unknown, { country: 'CD', city: 'Goma' }, false],
    ['to what was only written out', unknown, 'own city', true],
  ])('%s', (_what, here, to, isReached) => {
    expect(told(here, to, 'CDF')).toEqual(isReached ? [null, 300_000, 'CDF'] : undefined)
  })

  it('for two dollars until somebody has said otherwise, and not at all where they say so', () => {
    expect(told(shop(BUKAVU), BUKAVU)).toEqual([null, 200, 'USD'])
    expect(told(shop(BUKAVU), BUKAVU, 'CDF')).toEqual([null, 560_000, 'CDF'])
    expect(told(shop(BUKAVU, [], 'null'), BUKAVU)).toBeUndefined()
    expect(() => requireReach(shop(BUKAVU, [], 'null'), BUKAVU, 'USD')).toThrow('ne livre pas à cette adresse')
  })
})

describe('the fee', () => {
  const rate = (from: string, to: string) => (from === 'USD' && to === 'CDF' ? { times: 2800, over: 1 } : undefined)
  it.each([
    ['in its own currency', { feeMinor: 350, feeCurrency: 'USD' }, 'USD', 350],
    ['at the rate in force', { feeMinor: 350, feeCurrency: 'USD' }, 'CDF', 980_000],
  ] as const)('is %s', (_what, fee, currency, expected) => {
    expect(feeIn(currency, fee, rate)).toBe(expected)
  })

  it('is refused without a rate, and not guessed', () => {
    expect(() => feeIn('USD', { feeMinor: 500_000, feeCurrency: 'CDF' }, rate)).toThrow('Aucun taux de change')
  })
})
