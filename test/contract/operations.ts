import { type Route, routesOf } from '#http/route-table.ts'
import { ROLES, type Role } from '#kernel/roles.ts'
import { app } from '#src/app.ts'

/** Every operation of the service with a name to read in a report. */
export type Named = Route & { name: string }
export const operations: Named[] = routesOf(app).map((route) => ({ ...route, name: `${route.method} ${route.path}` }))

/** The path as `call` takes it, each parameter filled: with ids that nobody has, unless told. */
export const address = ({ path }: Route, fill: (name: string) => string = () => crypto.randomUUID()) =>
  path.replace('/api/v1', '').replace(/:(\w+)/g, (_, name: string) => fill(name))

/** Nothing, in the type that the operation takes. */
export const emptyBody = ({ operation }: Route): unknown =>
  operation.form ? new FormData() : operation.json || operation.rawBody ? {} : undefined

export const isPublic = ({ operation }: Route) => operation.roles === 'public'

export function isAllowed({ operation: { roles } }: Route, role: Role): boolean {
  return roles === 'public' || roles === 'signedIn' || roles.includes(role)
}

/** May end the session, or every session, of whoever calls it: it takes the cookies of people who are signed in. */
export const endsSession = (route: Route) =>
  route.operation.id === 'logout' || (!isPublic(route) && route.operation.setsCookies === true)

/** A role that may call the operation; the one that has most things of its own first. */
export const roleFor = (route: Route): Role =>
  (['SELLER', 'RIDER', ...ROLES] as const).find((role) => isAllowed(route, role)) ?? 'ADMIN'
