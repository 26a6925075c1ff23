import * as z from 'zod'
import { isAtDoor, type Operation } from '#http/operation.ts'
import { refusesNewAdmins } from '#http/refusals.ts'
import type { Route } from '#http/route-table.ts'
import { TAGS } from '#http/tags.ts'
import type { Refusal } from '#kernel/failure.ts'
import { answersOf, FAILURE, HEADERS, PARAMETERS, refusedAnswers, requestHeadersOf } from './answers.ts'
import { exampleOf } from './examples.ts'
import { guide } from './guide.ts'
import { everySchema, type Json, NamedSchemas, withNamedEnums } from './schema.ts'
import { capital, figureOf, markdown, onOneLine, refusalLines, whoMay } from './words.ts'

/** The OpenAPI 3.1 document of every operation, generated from the declarations of the routes. */
export function openApiDocument(routes: Route[]): Json {
  const schemas = new NamedSchemas()
  const paths: Record<string, Json> = {}
  const addresses = Map.groupBy(routes, ({ operation }) => operation.id)
  const requests = Object.fromEntries(
    [...addresses].flatMap(([id, [first]]) => (first ? [[id, requestOf(first)]] : [])),
  )
  for (const route of routes) {
    const first = addresses.get(route.operation.id)?.[0] ?? route
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, first, schemas, requests) }
  }
  const used = new Set<string | undefined>(routes.map(({ operation }) => operation.tag))
  const named = { ...schemas.all, ...FAILURE }
  const change = withNamedEnums(named)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Soko',
      version: '1.0.0',
      description: guide(),
      license: { name: 'Propriétaire', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths: everySchema(paths, change),
    components: {
      schemas: mapValues(named, (schema, name) => ({
        ...(schema.enum ? schema : (everySchema(schema, change) as Json)),
        ...(schemas.answered.has(name) && { examples: [exampleOf(schema, schemas.all, name)] }),
      })),
      responses: refusedAnswers(routes),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-access' },
      },
    },
  }
}

const mapValues = <T, U>(all: Record<string, T>, change: (value: T, name: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value, name)]))

const requestOf = ({ method, path }: Route) => `${method} ${path.replace('/api/v1', '')}`

function describe(route: Route, first: Route, schemas: NamedSchemas, requests: Record<string, string>): Json {
  const { operation } = route
  const { id, summary, roles, tag } = operation
  const own = reasonsOf(operation)
  return {
    // A generator makes a method of each id, so the second address of an operation gets an id of its own.
    operationId: route === first ? id : `${id}Alias`,
    summary,
    description: descriptionOf(route, first, requests),
    ...(route !== first && { deprecated: true }),
    'x-roles': roles,
    ...(own.length > 0 && { 'x-reasons': own }),
    ...(tag && { tags: [tag] }),
    ...(roles === 'public' && { security: [] }),
    ...(operation.guestsBring && { security: [{}, { bearer: [] }, { cookie: [] }] }),
    ...parametersOf(route, schemas),
    ...bodyOf(operation, schemas),
    responses: answersOf(route, schemas),
  }
}

/** The operation's own refusals, and those of its kind that a front end must tell apart: a challenge to answer, and another ADMIN to ask. */
const reasonsOf = (operation: Operation): readonly Refusal[] => [
  ...new Set([
    ...operation.reasons,
    ...(isAtDoor(operation) ? (['CHALLENGE_REQUIRED'] as const) : []),
    ...(refusesNewAdmins(operation) ? (['APPROVER_HELD'] as const) : []),
  ]),
]

function descriptionOf(route: Route, first: Route, requests: Record<string, string>): string {
  const { doc, tier } = route.operation
  const reasons = reasonsOf(route.operation)
  return [
    ...(route === first ? [] : [markdown(`Même opération que ${requestOf(first)}, à préférer.`)]),
    markdown(onOneLine(doc), requests),
    `**Accès** : ${whoMay(route.operation)}. **Limite** : ${tier ? `${figureOf(tier)} (${tier})` : 'aucune'}.`,
    ...(reasons.length > 0 ? [`**Erreurs propres à l'opération**\n\n${refusalLines(reasons).join('\n')}`] : []),
  ].join('\n\n')
}

function parametersOf(route: Route, schemas: NamedSchemas): Json {
  const { path, operation } = route
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: name === 'slug' ? 100 : 64 },
  }))
  const query = operation.query ? schemas.of(operation.query, 'input') : {}
  const required = (query.required ?? []) as string[]
  const inQuery = Object.entries((query.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  const parameters = [...inPath, ...inQuery, ...requestHeadersOf(route)]
  return parameters.length > 0 ? { parameters } : {}
}

function bodyOf({ id, json, form, rawBody }: Operation, schemas: NamedSchemas): Json {
  if (rawBody)
    return { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } }
  const given = json ?? form
  if (!given) return {}
  const name = `${capital(id)}Body`
  const schema = schemas.of(given, 'input', name)
  const isEitherOr = ['x-one-of', 'x-some-of'].some((word) => word in (schemas.all[name] ?? {}))
  const required = form !== undefined || isEitherOr || !z.safeParse(given, {}).success
  const example = exampleOf(schema, schemas.all, '')
  return {
    requestBody: { required, content: { [form ? 'multipart/form-data' : 'application/json']: { schema, example } } },
  }
}
