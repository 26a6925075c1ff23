import { guard } from '#db/guard.ts'

export const SIGN_IN_CHANGED = guard('SIGN_IN_CHANGED', 'UNAUTHORIZED', { reason: 'INVALID_CREDENTIALS' })
export const LAST_SIGN_IN_METHOD = guard('LAST_SIGN_IN_METHOD', 'CONFLICT', { reason: 'LAST_SIGN_IN_METHOD' })
