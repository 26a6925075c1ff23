import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { AddressIn } from './address.ts'

/** Fields of a seller profile. `rccm` is the trade register, `idNat` the national id of the business. */
export const profileFields = {
  businessName: f.line(2, 100),
  businessType: z.enum(['INDIVIDUAL', 'COMPANY']),
  rccm: f.line(2, 40),
  idNat: f.line(2, 40),
  taxNumber: f.line(2, 40),
  contactPhone: f.phone,
  address: AddressIn,
}
