import { expect, it } from 'vitest'
import { updateZone } from '#domain/orders/zones/update.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'

const ZONE = { name: 'Goma', country: 'CD', city: 'Goma', folded_city: 'goma', folded_name: 'goma', lat: 0, lng: 0 }
const domain = openDomain(({ add }) =>
  add('delivery_zones', { id: 'z', ...ZONE, radius_km: 5, fee_minor: 200, fee_currency: 'USD', created_at: NOW }),
)
const fee = () => domain.row('SELECT fee_minor, fee_currency FROM delivery_zones')
/** An administrator sends this where another one has committed that since it was read. */
const meanwhile = (set: string, sent: Parameters<typeof updateZone>[2]) =>
  updateZone(domain.meanwhile(`UPDATE delivery_zones SET ${set}`, domain.as({ role: 'ADMIN' })), 'z', sent)

it.each([
  ['a fee, of what is now another currency', "fee_minor = 560000, fee_currency = 'CDF'", { fee: '2.10' }],
  ['a currency, of what is now another fee', 'fee_minor = 300', { feeCurrency: 'CDF' as const }],
])('an administrator does not set %s', async (_what, set, sent) => {
  await expect(meanwhile(set, sent)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'VERSION_MISMATCH' })
})

it('whoever sends both, or the same half, or neither, writes over nothing of another', async () => {
  await meanwhile("fee_minor = 1, fee_currency = 'CDF'", { fee: '2.50', feeCurrency: 'USD' })
  expect(fee()).toEqual({ fee_minor: 250, fee_currency: 'USD' })
  await meanwhile('fee_minor = 1', { fee: '3.00' })
  expect(fee()).toEqual({ fee_minor: 300, fee_currency: 'USD' })
  await meanwhile("fee_minor = 5, fee_currency = 'CDF'", { isOpen: false })
  expect(fee()).toEqual({ fee_minor: 5, fee_currency: 'CDF' })
})
