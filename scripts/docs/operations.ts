import { type Route, routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'

/** docs/operations.md: every operation of the service, by the area of its path, as the routes declare it. */
export function operationsPage(): string {
  const routes = routesOf(app).sort((a, b) => (key(a) < key(b) ? -1 : 1))
  const groups = Map.groupBy(routes, ({ path }) => path.split('/')[3] ?? '')
  const sections = [...groups].map(([name, each]) =>
    [
      `## ${name}`,
      '',
      '| Operation | Who | Tier | Success | Refusals of its own |',
      '|---|---|---|---|---|',
      ...each.map(row),
    ].join('\n'),
  )
  return `${HEAD}\n\n${sections.join('\n\n')}\n`
}

const HEAD = `# Operations

Written by \`npm run docs\` from the routes: do not edit it. ${'What each one takes, answers and does is in the OpenAPI document (`/docs`).'}
Refusals that any operation of its kind has (${'docs/conventions.md, Reasons'}) are left out.`

const key = ({ path, method }: Route) => `${path} ${method}`

function row({ method, path, operation }: Route): string {
  const { id, roles, tier, status, reasons } = operation
  const signedIn = operation.guestsBring ? `signed in, guests with \`${operation.guestsBring}\`` : 'signed in'
  const who = roles === 'signedIn' ? signedIn : typeof roles === 'string' ? roles : roles.join(', ')
  const name = `\`${method} ${path.replace('/api/v1', '')}\` ${id}`
  return `| ${name} | ${who} | ${tier} | ${status ?? 200} | ${reasons.join(', ')} |`
}
