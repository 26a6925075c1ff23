export type Json = { [key: string]: unknown }

/** Keys whose own keys are names, not words of the language. */
const NAMES = ['properties', 'schemas', 'responses', 'headers', 'paths', 'securitySchemes']
const NOT_THEN = ['propertyNames', 'contentMediaType', 'identifier']

/**
 * Writes the document as OpenAPI 3.0, for generators that know no 3.1 and no unions: a value of several forms becomes a
 * text, several objects become one with the fields of all.
 * Cookies are left out: the generated client is no browser.
 */
export function olderDocument(document: Json): Json {
  const older = down(document) as { components: { securitySchemes: Json }; security: Json[] } & Json
  delete older.components.securitySchemes.cookie
  return { ...older, openapi: '3.0.3', security: older.security.filter((each) => !('cookie' in each)) }

  function down(value: unknown, within?: string): unknown {
    if (Array.isArray(value)) return value.map((each) => down(each))
    if (typeof value !== 'object' || value === null) return value
    const all = Object.entries(value).map(([key, inner]): [string, unknown] => [key, down(inner, key)])
    if (within && NAMES.includes(within)) return Object.fromEntries(all)
    return schema(Object.fromEntries(all.filter(([key]) => !NOT_THEN.includes(key))))
  }

  function schema(given: Json): Json {
    const { const: only, examples, exclusiveMaximum, anyOf, oneOf, default: otherwise, ...rest } = given
    const forms = (anyOf ?? oneOf) as Json[] | undefined
    let made: Json = rest
    if (typeof only === 'boolean') made.type = 'boolean'
    else if (only !== undefined) made = { ...made, type: typeof only, enum: [only] }
    if (Array.isArray(examples)) made.example = examples[0]
    if (typeof exclusiveMaximum === 'number') made = { ...made, maximum: exclusiveMaximum, exclusiveMaximum: true }
    if (otherwise !== undefined && otherwise !== null) made.default = otherwise
    const { additionalProperties: others } = made
    if (typeof others === 'object' && Object.keys(others ?? {}).length === 0) made.additionalProperties = true
    if (Array.isArray(made.type)) {
      made = { ...made, type: made.type.find((type) => type !== 'null'), nullable: made.type.includes('null') }
    }
    return forms ? { ...made, ...oneForm(forms) } : made
  }

  function oneForm(forms: Json[]): Json {
    const isNull = ({ type }: Json) => type === 'null'
    const nullable = forms.some(isNull) && { nullable: true }
    const rest = forms.filter((form) => !isNull(form))
    const [first] = rest
    if (rest.length === 1 && first) return first.$ref ? { ...nullable, allOf: [first] } : { ...first, ...nullable }
    // `{ required: [a] }` says nothing about the fields.
    if (rest.every((form) => Object.keys(form).join() === 'required')) return {}
    const resolved = rest.map(resolve)
    if (resolved.every(({ type }) => type === 'object')) {
      const properties = Object.assign({}, ...resolved.map((form) => form.properties))
      return { type: 'object', properties, ...nullable }
    }
    return { type: 'string', ...nullable }
  }

  function resolve(form: Json): Json {
    const name = typeof form.$ref === 'string' ? form.$ref.split('/').at(-1) : undefined
    const { schemas } = document.components as { schemas: Record<string, Json> }
    return name ? (down(schemas[name]) as Json) : form
  }
}
