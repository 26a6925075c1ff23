import { describe, expect, it } from 'vitest'
import { shownNow } from '../../src/http/shown-now.ts'

describe('an answer of before, as it may be read now', () => {
  it('stays as it was where nothing is hidden, whatever changed since', () => {
    const kept = { id: 'a', status: 'ACCEPTED', note: null, items: [{ id: 'i', price: '1.00' }], tags: ['x'] }
    const now = { id: 'a', status: 'PREPARING', note: 'neu', items: [{ id: 'i', price: '2.00' }], tags: ['y', 'z'] }
    expect(shownNow(kept, now)).toEqual(kept)
  })

  it('loses what is null by now, at any depth', () => {
    const kept = { id: 'a', phone: '1', dropoff: { name: 'b', phone: '2' } }
    expect(shownNow(kept, { id: 'a', phone: null, dropoff: { name: 'b', phone: null } })).toEqual({
      ...{ id: 'a', phone: null, dropoff: { name: 'b', phone: null } },
    })
    expect(shownNow({ buyer: { phone: '1' } }, { buyer: null })).toEqual({ buyer: null })
  })

  it('loses a field that a reading may show and does not, and keeps what none shows', () => {
    const kept = { id: 'a', buyer: { phone: '1' }, pickupCode: '123456' }
    expect(shownNow(kept, { id: 'a' }, ['id', 'buyer'])).toEqual({ id: 'a', pickupCode: '123456' })
  })

  it('shows a part of town in the place of a street', () => {
    const [town, street] = [{ commune: 'Ibanda' }, { commune: 'Ibanda', avenue: 'du Lac' }]
    expect(shownNow({ address: street }, { address: town })).toEqual({ address: town })
    expect(shownNow({ address: '12, avenue du Lac' }, { address: town })).toEqual({ address: town })
    expect(shownNow({ address: street }, { address: 'Ibanda' })).toEqual({ address: 'Ibanda' })
  })

  it('shows of a list what is there still', () => {
    const kept = {
      images: [
        { id: '1', url: 'a' },
        { id: '2', url: 'b' },
      ],
    }
    expect(shownNow(kept, { images: [{ id: '2', url: 'c' }] })).toEqual({ images: [{ id: '2', url: 'b' }] })
    expect(shownNow({ proofs: ['a'] }, { proofs: [] })).toEqual({ proofs: [] })
  })
})
