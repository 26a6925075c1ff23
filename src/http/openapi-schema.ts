import * as z from 'zod'

export type Json = Record<string, unknown>

/** JSON Schema of a zod schema; schemas with an id become components. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
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
