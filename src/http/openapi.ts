import * as z from 'zod'
import type { Operation } from './op.ts'
import type { Route } from './route-table.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every operation, generated from the routes' own schemas. */
export function openApiDocument(routes: Route[]): Json {
  const components: Json = {}
  const paths: Record<string, Json> = {}
  for (const { method, path, operation } of routes) {
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: describe(method, path, operation, components) }
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
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-access' },
      },
    },
  }
}

const tagOf = (path: string) => path.split('/')[3] ?? 'platform'

function describe(method: string, path: string, operation: Operation, components: Json): Json {
  const status = String(operation.status ?? 200)
  return {
    operationId: operationIdOf(method, path),
    summary: operation.summary,
    description: accessOf(operation),
    tags: [tagOf(path)],
    security: operation.roles === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    ...parametersOf(method, path, operation, components),
    ...bodyOf(operation, components),
    responses: { [status]: successOf(operation, components), ...refusals(operation) },
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
  const who = roles === 'public' ? 'Tout le monde' : roles === 'any' ? 'Toute personne connectée' : roles.join(', ')
  return `Accès : ${who}. Limite de débit : ${tier}.`
}

/** JSON Schema of a zod schema; schemas with an id become components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $defs,
    $schema: _,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema as unknown as z.ZodType) as { json?: Json } | undefined
      if (meta?.json) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
        Object.assign(jsonSchema, meta.json)
      }
      if (zodSchema._zod.def.type === 'file') Object.assign(jsonSchema, { type: 'string', format: 'binary' })
    },
  }) as Json & { $defs?: Json }
  const text = JSON.stringify({ json, $defs }).replaceAll('#/$defs/', '#/components/schemas/')
  const parsed = JSON.parse(text) as { json: Json; $defs?: Json }
  for (const [name, definition] of Object.entries(parsed.$defs ?? {})) {
    const { id: _id, ...rest } = definition as Json
    components[name] = rest
  }
  const { id, ...own } = parsed.json
  if (typeof id !== 'string') return own
  components[id] = own
  return { $ref: `#/components/schemas/${id}` }
}

function parametersOf(method: string, path: string, operation: Operation, components: Json): Json {
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
  const takesKey = method === 'POST' && operation.roles !== 'public' && !path.startsWith('/api/v1/auth/')
  const headers = takesKey
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ]
    : []
  const parameters = [...inPath, ...inQuery, ...headers]
  return parameters.length > 0 ? { parameters } : {}
}

function bodyOf({ json, form, rawBody }: Operation, components: Json): Json {
  if (rawBody)
    return { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } }
  const schema = json ?? form
  if (!schema) return {}
  const described = schemaOf(schema, 'input', components)
  const required = form !== undefined || !schema.safeParse({}).success
  return {
    requestBody: { required, content: { [form ? 'multipart/form-data' : 'application/json']: { schema: described } } },
  }
}

function successOf({ ok, status }: Operation, components: Json): Json {
  const description = status === 201 ? 'Créé' : 'Réussi'
  if ('raw' in ok) return { description, content: { [ok.raw]: { schema: { type: 'string' } } } }
  const data = schemaOf(ok, 'output', components)
  const envelope = { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } }
  return { description, content: { 'application/json': { schema: envelope } } }
}

const FAILURE: Json = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string', description: 'En français.' },
        reason: { type: 'string', description: 'Sous-code stable.' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
}

/** What any operation may refuse with; the envelope's code and reason say which. */
function refusals({ roles, json, form }: Operation): Json {
  const statuses: Record<string, string> = {
    400: 'Requête invalide ou refusée par un opérateur',
    401: 'Non connecté, ou code incorrect',
    403: 'Interdit',
    404: 'Introuvable',
    409: 'Conflit',
    410: 'Expiré',
    413: 'Trop volumineux',
    ...((json || form) && { 415: 'Type de contenu refusé' }),
    429: 'Trop de tentatives',
    500: 'Erreur interne',
    502: "L'opérateur a mal répondu",
    503: 'Service indisponible',
  }
  if (roles === 'public' && !json && !form) for (const status of ['401', '403', '409', '410']) delete statuses[status]
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
  return Object.fromEntries(Object.entries(statuses).map(([status, description]) => [status, { description, content }]))
}
