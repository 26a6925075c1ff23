import { type Json, schemaOf } from './openapi-schema.ts'
import type { Operation } from './operation.ts'
import type { Route } from './route-table.ts'

export const FAILURE: Json = {
  type: 'object',
  additionalProperties: false,
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      additionalProperties: false,
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

/** Beside the security headers, which every answer of the service carries. */
export const HEADERS: Json = {
  RequestId: { description: "Identifiant de la requête, à donner à l'assistance.", schema: { type: 'string' } },
  CacheControl: { description: 'Rien de personnel ne se garde : no-store.', schema: { type: 'string' } },
  ETag: { description: 'Empreinte de la réponse, pour If-None-Match.', schema: { type: 'string' } },
  RateLimit: {
    description:
      'Ce qui reste de la limite de débit : r requêtes pendant t secondes (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'La limite de débit : q requêtes par fenêtre de w secondes.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Secondes à attendre.', schema: { type: 'integer', minimum: 1 } },
  IdempotentReplayed: {
    description: "La réponse est celle de la première requête avec cette clé d'idempotence.",
    schema: { const: 'true' },
  },
  SetCookie: { description: "La session d'un client web.", schema: { type: 'string' } },
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** Every answer an operation may give, by status. */
export function answersOf(route: Route, takesKey: boolean, components: Json): Json {
  const { operation } = route
  const isCached = operation.cache !== undefined
  const always = {
    'X-Request-Id': header('RequestId'),
    'Cache-Control': header('CacheControl'),
    RateLimit: header('RateLimit'),
    'RateLimit-Policy': header('RateLimitPolicy'),
  }
  const replayable = { ...always, ...(takesKey && { 'Idempotent-Replayed': header('IdempotentReplayed') }) }
  const cookies = operation.setsCookies && { 'Set-Cookie': header('SetCookie') }
  const cached = isCached && { ETag: header('ETag') }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
  const refusals = Object.entries(refusalsOf(operation)).map(([status, description]) => {
    const waits = status === '429' || status === '503'
    const headers = waits ? { ...always, 'Retry-After': header('RetryAfter') } : replayable
    return [status, { description, headers, content }]
  })
  return {
    [String(operation.status ?? 200)]: {
      ...successOf(operation, components),
      headers: { ...replayable, ...cookies, ...cached },
    },
    ...(isCached && { 304: { description: 'Inchangé', headers: { ...always, ...cached } } }),
    ...Object.fromEntries(refusals),
  }
}

function successOf({ ok, status }: Operation, components: Json): Json {
  const description = status === 201 ? 'Créé' : 'Réussi'
  if ('raw' in ok) {
    const schema = ok.raw === 'application/json' ? { type: 'object' } : { type: 'string' }
    return { description, content: { [ok.raw]: { schema } } }
  }
  const data = schemaOf(ok, 'output', components)
  const envelope = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data },
    additionalProperties: false,
  }
  return { description, content: { 'application/json': { schema: envelope } } }
}

/** What any operation may refuse with; the envelope's code and reason say which. */
function refusalsOf({ roles, json, form, rawBody }: Operation): Record<string, string> {
  const isOpenRead = roles === 'public' && !json && !form && !rawBody
  return {
    400: 'Requête invalide ou refusée par un opérateur',
    ...(!isOpenRead && {
      401: 'Non connecté, ou code ou signature incorrects',
      403: 'Interdit',
      409: 'Conflit',
      410: 'Expiré',
    }),
    404: 'Introuvable',
    413: 'Trop volumineux',
    ...((json || form) && { 415: 'Type de contenu refusé' }),
    429: 'Trop de tentatives',
    500: 'Erreur interne',
    502: "L'opérateur a mal répondu",
    503: 'Service indisponible',
  }
}
