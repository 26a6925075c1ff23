import { answersOf, FAILURE, HEADERS } from './openapi-answers.ts'
import { type Json, schemaOf } from './openapi-schema.ts'
import { type Operation, takesKey } from './operation.ts'
import type { Route } from './route-table.ts'

/** The OpenAPI 3.1 document of every operation, generated from the routes' own schemas. */
export function openApiDocument(routes: Route[]): Json {
  const components: Json = {}
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const address = route.path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [route.method.toLowerCase()]: describe(route, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Soko',
      version: '1.0.0',
      description: 'Place de marché pour la République démocratique du Congo et le Rwanda.',
      license: { name: 'Propriétaire', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ path }) => tagOf(path)))].map((name) => ({
      name,
      description: `Opérations ${name}`,
    })),
    paths,
    components: {
      schemas: { ...components, Failure: FAILURE },
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-access' },
      },
    },
  }
}

const tagOf = (path: string) => path.split('/')[3] ?? 'platform'

function describe(route: Route, components: Json): Json {
  const { method, path, operation } = route
  const isKeyed = takesKey(method, path, operation)
  return {
    operationId: operationIdOf(method, path),
    summary: operation.summary,
    description: accessOf(operation),
    'x-roles': operation.roles,
    tags: [tagOf(path)],
    security: operation.roles === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    ...parametersOf(route, isKeyed, components),
    ...bodyOf(operation, components),
    responses: answersOf(route, isKeyed, components),
  }
}

/** `POST /api/v1/orders/:id/reject` is `postOrdersByIdReject`. */
export const operationIdOf = (method: string, path: string) =>
  method.toLowerCase() +
  path
    .replace('/api/v1', '')
    .split(/[/.-]/)
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `By${capital(part.slice(1))}` : capital(part)))
    .join('')

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function accessOf({ roles, tier }: Operation): string {
  const who =
    roles === 'public' ? 'Tout le monde' : roles === 'signedIn' ? 'Toute personne connectée' : roles.join(', ')
  return `Accès : ${who}. Limite de débit : ${tier}.`
}

function parametersOf({ path, operation }: Route, isKeyed: boolean, components: Json): Json {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  }))
  const query = operation.query ? schemaOf(operation.query, 'input', components) : {}
  const required = (query.required ?? []) as string[]
  const inQuery = Object.entries((query.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  const headers = [
    ...(isKeyed ? [{ name: 'Idempotency-Key', schema: { type: 'string', pattern: '^[!-~]{1,64}$' } }] : []),
    ...(operation.cache ? [{ name: 'If-None-Match', schema: { type: 'string' } }] : []),
    ...(operation.setsCookies ? [{ name: 'X-Client-Type', schema: { enum: ['web', 'mobile'], default: 'web' } }] : []),
  ].map((each) => ({ ...each, in: 'header', required: false }))
  const parameters = [...inPath, ...inQuery, ...headers]
  return parameters.length > 0 ? { parameters } : {}
}

function bodyOf({ json, form, rawBody }: Operation, components: Json): Json {
  if (rawBody)
    return { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } }
  const schema = json ?? form
  if (!schema) return {}
  const described = schemaOf(schema, 'input', components)
  const isEitherOr = described.oneOf !== undefined || described.anyOf !== undefined
  const required = form !== undefined || isEitherOr || !schema.safeParse({}).success
  return {
    requestBody: { required, content: { [form ? 'multipart/form-data' : 'application/json']: { schema: described } } },
  }
}
