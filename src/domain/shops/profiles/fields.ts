import * as z from 'zod'
import * as f from '../../../kernel/fields.ts'
import { AddressIn } from './address.ts'

/** What a seller says of their business. The registrations: trade register, national id of the business, tax number. */
export const profileFields = {
  businessName: f.line(2, 100),
  businessType: z.enum(['INDIVIDUAL', 'COMPANY']),
  rccm: f.line(2, 40),
  idNat: f.line(2, 40),
  taxNumber: f.line(2, 40),
  contactPhone: f.phone,
  address: AddressIn,
}
