import { LiveMessage } from '#domain/office/notifications/live-message.ts'
import { isAtDoor, takesKey } from '#http/operation.ts'
import { COMMON, refusalsOf, statusesOf } from '#http/refusals.ts'
import type { Route } from '#http/route-table.ts'
import { CODES, type Code, Failure, REASONS, type Refusal, statusOf } from '#kernel/failure.ts'
import type { Json, NamedSchemas } from './schema.ts'
import { capital } from './words.ts'

const object = (required: string[], properties: Json): Json => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})
const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** The schemas of the envelope of a refusal. */
export const FAILURE: Record<string, Json> = {
  Code: { type: 'string', enum: Object.keys(CODES) },
  Reason: { type: 'string', enum: Object.keys(REASONS), description: "Sous-code stable : c'est lui qui décide." },
  FieldError: object(['field', 'message'], { field: { type: 'string' }, message: { type: 'string' } }),
  Failure: object(['success', 'error'], {
    success: { const: false },
    error: object(['code', 'message'], {
      code: schemaRef('Code'),
      message: { type: 'string', description: 'En français : peut être montré.' },
      reason: schemaRef('Reason'),
      details: { type: 'array', items: schemaRef('FieldError') },
    }),
  }),
}

/** The headers of answers, beside the security headers that every answer carries. */
export const HEADERS: Json = {
  RequestId: { description: "Identifiant de la requête, à donner à l'assistance.", schema: { type: 'string' } },
  CacheControl: { description: 'Ce qui peut se garder ; rien de personnel : no-store.', schema: { type: 'string' } },
  ETag: { description: 'Empreinte de la réponse, pour If-None-Match.', schema: { type: 'string' } },
  RateLimit: {
    description:
      "Ce qui reste de la limite : r requêtes pendant t secondes (draft-ietf-httpapi-ratelimit-headers). Absent d'une opération sans limite.",
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: "La limite : q requêtes par fenêtre de w secondes. Absente d'une opération sans limite.",
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Secondes à attendre.', schema: { type: 'integer', minimum: 1 } },
  IdempotentReplayed: {
    description: "La réponse est celle de la première requête avec cette clé d'idempotence.",
    schema: { const: 'true' },
  },
  SetCookie: { description: "La session d'un client web.", schema: { type: 'string' } },
}

/** The headers of requests, each described once. */
const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description: 'De 1 à 64 caractères ASCII visibles ; un UUID convient. Gardée 24 h.',
    schema: { type: 'string', pattern: '^[!-~]{1,64}$' },
  },
  'If-None-Match': { description: "L'`ETag` déjà reçu : 304 si rien n'a changé.", schema: { type: 'string' } },
  'X-Challenge': {
    description: 'Solution du défi de `GET /auth/challenge`, après 429 `CHALLENGE_REQUIRED`.',
    schema: { type: 'string', maxLength: 2048 },
  },
  'X-Client-Type': {
    description:
      '`mobile` : les jetons sont dans la réponse et les cookies sont ignorés. Sans lui, ou `web` : la session est dans des cookies.',
    schema: { enum: ['web', 'mobile'], default: 'web' },
  },
  'X-Device-Token': {
    description: 'Sur mobile, le `deviceToken` de la dernière connexion.',
    schema: { type: 'string', maxLength: 512 },
  },
} satisfies Record<string, Json>

const idOf = (name: string) => name.replaceAll('-', '')
export const PARAMETERS: Json = Object.fromEntries(
  Object.entries(REQUEST_HEADERS).map(([name, about]) => [
    idOf(name),
    { name, in: 'header', required: false, ...about },
  ]),
)

/** The headers that a request to this operation may carry. */
export function requestHeadersOf({ method, path, operation }: Route): Json[] {
  const has: Record<keyof typeof REQUEST_HEADERS, boolean> = {
    'Idempotency-Key': takesKey(method, path, operation),
    'If-None-Match': operation.cache !== undefined,
    'X-Challenge': isAtDoor(operation) || operation.reasons.includes('CHALLENGE_REQUIRED'),
    'X-Client-Type': operation.setsCookies ?? false,
    'X-Device-Token': isAtDoor(operation),
  }
  return Object.entries(has).flatMap(([name, isTaken]) =>
    isTaken ? [{ $ref: `#/components/parameters/${idOf(name)}` }] : [],
  )
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const ALWAYS = {
  'X-Request-Id': header('RequestId'),
  'Cache-Control': header('CacheControl'),
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
}
const REPLAYED = { 'Idempotent-Replayed': header('IdempotentReplayed') }

/** The name and description of each status of a refusal in the document. */
const REFUSED: Record<number, [name: string, description: string]> = {
  400: ['BadRequest', 'Requête invalide, chaque champ dans `details`, ou refusée par un opérateur.'],
  401: ['Unauthorized', 'Non connecté, session expirée, ou preuve incorrecte : `reason` le dit.'],
  403: ['Forbidden', "Interdit : le rôle, l'état du compte, ou l'origine de la page."],
  404: ['NotFound', "Introuvable, ou à quelqu'un d'autre."],
  409: ['Conflict', "Impossible dans l'état actuel."],
  410: ['Gone', 'Code, lien, jeton ou offre qui ne vaut plus.'],
  413: ['TooLarge', 'Contenu trop volumineux.'],
  415: ['WrongType', 'Type de contenu refusé.'],
  429: [
    'TooMany',
    'Trop de requêtes ou de tentatives : attendre `Retry-After` ; `CHALLENGE_REQUIRED` se résout aussitôt.',
  ],
  500: ['Internal', 'Erreur interne, jamais expliquée.'],
  502: ['GatewayError', "L'opérateur a mal répondu ; rien n'a été débité."],
  503: [
    'Unavailable',
    'Service ou opérateur injoignable : attendre `Retry-After`, puis renvoyer avec la même clé ; une écriture sans clé a peut-être eu lieu.',
  ],
}
const nameOf = (status: number) => REFUSED[status]?.[0] ?? `Status${status}`

/** The answers of refusals, one for each status; `x-reasons` lists the refusals that come with an operation's kind. */
export function refusedAnswers(routes: Route[]): Json {
  const statuses = statusesOf(routes.flatMap(refusalsOf))
  return Object.fromEntries(
    statuses.map((status) => {
      const waits = status === 429 || status === 503
      const headers = { ...ALWAYS, ...REPLAYED, ...(waits && { 'Retry-After': header('RetryAfter') }) }
      const common = COMMON.filter((refusal: Refusal) => statusOf(refusal) === status)
      const code = (Object.keys(CODES) as Code[]).find((each) => statusOf(each) === status) ?? 'INTERNAL_ERROR'
      const content = { 'application/json': { schema: schemaRef('Failure'), example: new Failure(code).toBody() } }
      return [nameOf(status), { description: REFUSED[status]?.[1] ?? '', headers, content, 'x-reasons': common }]
    }),
  )
}

/** Every answer that an operation may give, by status. */
export function answersOf(route: Route, schemas: NamedSchemas): Json {
  const { method, path, operation } = route
  const cached = operation.cache && { ETag: header('ETag') }
  const headers = {
    ...(takesKey(method, path, operation) && REPLAYED),
    ...(operation.setsCookies && { 'Set-Cookie': header('SetCookie') }),
    ...cached,
  }
  const refused = statusesOf(refusalsOf(route)).map((status) => [
    status,
    { $ref: `#/components/responses/${nameOf(status)}` },
  ])
  return {
    [operation.status ?? 200]: { ...successOf(route, schemas), headers },
    ...(cached && { 304: { description: 'Inchangé', headers: cached } }),
    ...Object.fromEntries(refused),
  }
}

function successOf({ operation: { id, ok, status, alsoAs } }: Route, schemas: NamedSchemas): Json {
  if (status === 101) {
    const content = { 'application/json': { schema: schemas.of(LiveMessage, 'output') } }
    return { description: 'Connexion ouverte ; chaque message est :', content }
  }
  const description = status === 201 ? 'Créé' : 'Réussi'
  if ('raw' in ok) {
    const schema = (type: string) => ({ type: type === 'application/json' ? 'object' : 'string' })
    return { description, content: Object.fromEntries([ok.raw].flat().map((type) => [type, { schema: schema(type) }])) }
  }
  const data = schemas.of(ok, 'output', `${capital(id)}Answer`)
  const name = String(data.$ref).split('/').at(-1) ?? ''
  // A list shows examples in its items, so it needs none of its own.
  if (!/List$/.test(name)) schemas.answered.add(name)
  const envelope = { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } }
  const other = alsoAs && { [alsoAs]: { schema: { type: 'string' } } }
  return { description, content: { 'application/json': { schema: envelope }, ...other } }
}
