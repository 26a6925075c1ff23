import { guard } from '../../../db/guard.ts'

export const RIDER_NOT_ACTIVE = guard('RIDER_NOT_ACTIVE', 'FORBIDDEN', { reason: 'RIDER_NOT_ACTIVE' })
