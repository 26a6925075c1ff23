import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Document, Operation, Parameter, Schema } from './document.ts'

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

export type Schemas = ReturnType<typeof compile>

/**
 * The validators of a document. In answers a field that no schema names is an error.
 */
export function compile(document: Document) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    formats: { email: EMAIL, 'date-time': true, date: true, binary: true, uri: true },
  } as ConstructorParameters<typeof Ajv2020>[0])
  // Rules that the document says for people and generators, held here as the service holds them.
  const given = (names: string[], value: object) => names.filter((name) => name in value).length
  const either = { type: 'object', schemaType: 'array', errors: false } as const
  ajv.addKeyword({
    ...either,
    keyword: 'x-one-of',
    validate: (names: string[], value: object) => given(names, value) === 1,
  })
  ajv.addKeyword({
    ...either,
    keyword: 'x-some-of',
    validate: (names: string[], value: object) => given(names, value) > 0,
  })
  ajv.addKeyword({
    ...either,
    keyword: 'x-at-most-one-of',
    validate: (names: string[], value: object) => given(names, value) < 2,
  })
  ajv.addSchema(document as object, 'in')
  ajv.addSchema(closed(document) as object, 'out')
  const at = (side: 'in' | 'out', pointer: string[]): ValidateFunction | undefined =>
    ajv.getSchema(
      `${side}#/${pointer.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`,
    )
  const of = ({ path, method }: Operation) => ['paths', path, method.toLowerCase()]
  const isValid = (validate: ValidateFunction | undefined, value: unknown) =>
    validate === undefined || validate(value) === true

  return {
    isValidBody: (operation: Operation, value: unknown) =>
      operation.body === undefined ||
      isValid(at('in', [...of(operation), 'requestBody', 'content', operation.body.type, 'schema']), value),
    isValidParameter: (operation: Operation, parameter: Parameter, text: string) => {
      const index = operation.parameters.indexOf(parameter)
      const inPlace = [...of(operation), 'parameters', String(index)]
      const named = document.paths[operation.path]?.[operation.method.toLowerCase()]?.parameters?.[index]?.$ref
      return isValid(at('in', [...(named?.slice(2).split('/') ?? inPlace), 'schema']), readText(parameter.schema, text))
    },
    /** Says what is wrong with an answer's body, by the schema of its status. */
    faultOf: (operation: Operation, status: number, type: string, value: unknown): string | undefined => {
      const inPlace = [...of(operation), 'responses', String(status)]
      const named = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses[status]?.$ref
      const validate = at('out', [...(named?.slice(2).split('/') ?? inPlace), 'content', type, 'schema'])
      if (!validate) return `no schema is declared for ${status} ${type}`
      return validate(value) ? undefined : ajv.errorsText(validate.errors?.slice(0, 3))
    },
  }
}

/** A query's text as the value its schema speaks of. */
export function readText({ type, anyOf }: Schema, text: string): unknown {
  const types = [type, ...(anyOf ?? []).map((each) => each.type)].flat()
  if (types.includes('integer') || types.includes('number')) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (types.includes('boolean')) return text === 'true' ? true : text === 'false' ? false : text
  return text
}

/** The document with every object closed to fields it does not name. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]))
  const isOpenObject = copy.type === 'object' && copy.properties && !('additionalProperties' in copy)
  return isOpenObject ? { ...copy, additionalProperties: false } : copy
}
