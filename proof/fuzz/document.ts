import type { Access, Role } from '#kernel/roles.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  /** Exactly one, or at least one, of these fields is given. */
  'x-one-of'?: string[]
  'x-some-of'?: string[]
  'x-at-most-one-of'?: string[]
  dependentRequired?: Record<string, string[]>
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  pattern?: string
  format?: string
}
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
type Content = Record<string, { schema: Schema }>
export type Response = {
  headers?: Record<string, unknown>
  content?: Content
  /** The refusals of this status that come with the kind of an operation. */
  'x-reasons'?: string[]
  $ref?: string
}
type Described = {
  operationId: string
  'x-roles': Access
  /** The refusals of its own. */
  'x-reasons'?: string[]
  parameters?: (Parameter & { $ref?: string })[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}
export type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; [kind: string]: unknown }
}

export type Operation = Omit<Described, 'x-roles' | 'x-reasons' | 'parameters'> & {
  method: string
  path: string
  access: Access
  reasons: string[]
  parameters: Parameter[]
  /** The content type and schema of what it takes. */
  body?: { type: string; schema: Schema; required: boolean }
}

export async function fetchDocument(api: string): Promise<Document> {
  const answer = await fetch(`${api}/openapi.json`)
  if (!answer.ok) throw new Error(`openapi.json answered ${answer.status}`)
  return (await answer.json()) as Document
}

/** The operations, with what they name put in its place: answers, parameters, and the schema of what they take. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { 'x-roles': access, 'x-reasons': reasons = [], parameters = [], responses, ...more } = described
      const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? []
      const schema = content && resolve(document, content.schema)
      const body = type && schema && { type, schema, required: described.requestBody?.required ?? false }
      const taken = parameters.map((each) => resolve(document, each))
      const whole = Object.entries(responses).map(([status, each]) => [status, resolve(document, each)])
      const own = { method: method.toUpperCase(), path, access, reasons, parameters: taken, ...(body && { body }) }
      return { ...more, ...own, responses: Object.fromEntries(whole) }
    }),
  )

export type As = Role | 'guest'

export const mayCall = (access: Access, as: As) =>
  access === 'public' || (as !== 'guest' && (access === 'signedIn' || access.includes(as)))

/** Gives the part of the document that a `$ref` stands for. */
export function resolve<T extends { $ref?: string }>(document: Document, named: T): T {
  if (!named.$ref) return named
  const target = named.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
  return target as T
}

/** The operation that answers a path: literal segments win. */
export function operationAt(operations: Operation[], method: string, path: string): Operation | undefined {
  const segments = path.split('/')
  const fits = operations.filter((operation) => {
    const parts = operation.path.split('/')
    return (
      operation.method === method &&
      parts.length === segments.length &&
      parts.every((part, i) => part.startsWith('{') || part === segments[i])
    )
  })
  return fits.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}
