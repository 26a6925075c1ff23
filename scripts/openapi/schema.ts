import * as z from 'zod'
import { Defect } from '#kernel/defect.ts'

export type Json = Record<string, unknown>

/**
 * The schemas that have a name of their own in the document. A zod schema with an id is listed under that id, and every
 * schema with the values of a named enum refers to the enum.
 */
export class NamedSchemas {
  readonly all: Record<string, Json> = {}
  /** Schemas that an operation answers with: each shows an example. */
  readonly answered = new Set<string>()

  /** The JSON Schema of a zod schema; a reference if the schema has an id or gets a name. */
  of(schema: z.core.$ZodType, io: 'input' | 'output', name?: string): Json {
    const { $defs = {}, $schema: _, ...json } = toJson(schema, io)
    for (const [id, definition] of Object.entries($defs)) this.add(id, definition)
    const { id = name, ...own } = json
    if (typeof id !== 'string' || '$ref' in own) return own
    this.add(id, own)
    return { $ref: `#/components/schemas/${id}` }
  }

  private add(name: string, { id: _, ...schema }: Json): void {
    const known = this.all[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Defect(`two schemas are called ${name}`)
    this.all[name] = schema
  }
}

function toJson(schema: z.core.$ZodType, io: 'input' | 'output'): Json & { $defs?: Record<string, Json> } {
  const json = z.toJSONSchema(schema, {
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
  })
  const plain = JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/'))
  return everySchema(plain, (each) => withNullType(withoutNoise(each))) as Json
}

type Change = (schema: Json) => Json

/** Changes every schema in a document, from the inside out. */
export const everySchema = (value: unknown, change: Change): unknown => {
  if (Array.isArray(value)) return value.map((each) => everySchema(each, change))
  if (typeof value !== 'object' || value === null) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, everySchema(inner, change)])))
}

/** Writes a nullable schema as OpenAPI 3.1 does, with 'null' as a second type; zod writes two schemas. */
const withNullType: Change = (schema) => {
  const { anyOf, ...beside } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [value, none] = anyOf as Json[]
  if (none?.type !== 'null' || typeof value?.type !== 'string' || 'enum' in value || 'const' in value) return schema
  return { ...beside, ...value, type: [value.type, 'null'] }
}

/** Removes noise: zod's pattern of an instant, and the bounds of JavaScript's whole numbers. */
const withoutNoise: Change = (schema) => {
  const { pattern, minimum, maximum, ...rest } = schema
  return {
    ...rest,
    ...(pattern !== undefined && rest.format !== 'date-time' && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

/** Replaces an enum by a reference, if an enum with the same values has a name. */
export function withNamedEnums(named: Record<string, Json>): Change {
  const names = new Map(
    Object.entries(named).flatMap(([name, { enum: values }]) => (values ? [[JSON.stringify(values), name]] : [])),
  )
  return (schema) => {
    const { type: _, enum: values, ...beside } = schema
    const name = names.get(JSON.stringify(values))
    return name ? { $ref: `#/components/schemas/${name}`, ...beside } : schema
  }
}
