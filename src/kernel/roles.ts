export const ROLES = ['BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ADMIN', 'ACCOUNTANT'] as const
export type Role = (typeof ROLES)[number]

/** The callers of an operation: everybody, anybody signed in, or the roles named. */
export type Access = 'public' | 'signedIn' | readonly Role[]

export const STAFF = ['ADMIN', 'SUPPORT'] as const satisfies Role[]
export const FINANCE = ['ADMIN', 'ACCOUNTANT'] as const satisfies Role[]

export const isStaff = (role: Role | undefined) => role === 'ADMIN' || role === 'SUPPORT'

/** The team: their accounts move other people's money. Only an administrator lets them in again, never a mailbox. */
export const EMPLOYEES: Role[] = ['SUPPORT', 'ADMIN', 'ACCOUNTANT']
export const isOfTeam = (role: Role) => EMPLOYEES.includes(role)
