import type { Role } from '#kernel/roles.ts'

export const DEMO_PASSWORD = 'Demo-2026-marche'

export type DemoPerson = { role: Role; name: string; email: string; phone: string }

/** One person of each role. The numbers end in 789, so their payments succeed by themselves in the sandbox. */
export const DEMO_ADMIN: DemoPerson = {
  role: 'ADMIN',
  name: 'Aline Mukendi',
  email: 'admin@demo.test',
  phone: '243810001789',
}
export const DEMO_STAFF: DemoPerson[] = [
  { role: 'SUPPORT', name: 'Serge Bahati', email: 'support@demo.test', phone: '243810002789' },
  { role: 'ACCOUNTANT', name: 'Clarisse Ilunga', email: 'accountant@demo.test', phone: '243810003789' },
]
export const DEMO_SELLER: DemoPerson = {
  role: 'SELLER',
  name: 'Furaha Nabintu',
  email: 'seller@demo.test',
  phone: '243990004789',
}
export const DEMO_BUYER: DemoPerson = {
  role: 'BUYER',
  name: 'Patrick Cirhuza',
  email: 'buyer@demo.test',
  phone: '243970005789',
}
export const DEMO_RIDER: DemoPerson = {
  role: 'RIDER',
  name: 'Josué Amani',
  email: 'rider@demo.test',
  phone: '243850006789',
}

export const DEMO_PEOPLE = [DEMO_ADMIN, ...DEMO_STAFF, DEMO_SELLER, DEMO_BUYER, DEMO_RIDER]
