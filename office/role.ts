import type { Me } from '@soko/client'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

export type StaffRole = 'ADMIN' | 'SUPPORT' | 'ACCOUNTANT'
export const STAFF: StaffRole[] = ['ADMIN', 'SUPPORT', 'ACCOUNTANT']
export const FINANCE: StaffRole[] = ['ADMIN', 'ACCOUNTANT']
export const DESK: StaffRole[] = ['ADMIN', 'SUPPORT']
export const ADMIN: StaffRole[] = ['ADMIN']

export const Myself = createContext<Me | null>(null)

/** The signed-in person; inside the frame there always is one. */
export function useMe(): Me {
  const me = useContext(Myself)
  if (!me) throw new Error('Nobody is signed in')
  return me
}

/** Whether the person's role is among these. The service decides; the page only hides what the service would refuse. */
export const useMay = () => {
  const { role } = useMe()
  return (roles: readonly string[]) => roles.some((each) => each === role)
}
