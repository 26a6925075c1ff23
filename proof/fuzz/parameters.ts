import type { Document, Operation, Parameter } from './document.ts'
import { readText, type Schemas } from './schemas.ts'
import { type Facts, suggestionsOf } from './suggest.ts'
import { inventValue } from './values.ts'

export type Parameters = { path: Record<string, string>; query: [string, string][]; headers: Record<string, string> }

/** Makes path, query and headers, each as the document says. */
export function parametersOf(document: Document, schemas: Schemas, operation: Operation, facts: Facts): Parameters {
  const { random, pool } = facts
  const suggest = suggestionsOf(operation, facts)
  const made: Parameters = { path: {}, query: [], headers: {} }
  const inQuery = operation.parameters.filter((each) => each.in === 'query')
  const turn = inQuery[facts.at % inQuery.length]
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') {
      const own = suggest(parameter.name, parameter.schema)
      const stranger = random.chance(0.5) ? pool.any(random) : crypto.randomUUID()
      made.path[parameter.name] = String((random.chance(0.85) ? own : undefined) ?? stranger ?? crypto.randomUUID())
    } else if (parameter.in === 'query' && (parameter.required || parameter === turn || random.chance(0.4))) {
      const edge = parameter === turn ? edgeOf(parameter, Math.floor(facts.at / inQuery.length)) : undefined
      const text = edge ?? validText(document, schemas, operation, parameter, facts)
      if (text !== undefined) made.query.push([parameter.name, text])
    } else if (parameter.name === 'X-Client-Type' && random.chance(0.3)) {
      made.headers['x-client-type'] = 'web'
    } else if (parameter.name === 'Idempotency-Key' && random.chance(0.15)) {
      made.headers['idempotency-key'] = `fuzz-${facts.next()}`
    }
  }
  return made
}

/** Gives a parameter's largest value, its smallest, and then none of them. */
function edgeOf({ schema: { maximum, minimum } }: Parameter, round: number): string | undefined {
  const edge = [maximum, minimum, undefined][round % 3]
  return edge === undefined ? undefined : String(edge)
}

function validText(document: Document, schemas: Schemas, operation: Operation, parameter: Parameter, facts: Facts) {
  const suggest = suggestionsOf(operation, facts)
  for (let tries = 0; tries < 10; tries++) {
    const text = String(inventValue(document, parameter.schema, facts.random, suggest, { field: parameter.name }))
    if (readText(parameter.schema, text) !== '' && schemas.isValidParameter(operation, parameter, text)) return text
  }
  return undefined
}

export function addressOf({ path }: Operation, { path: values, query }: Parameters): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return query.length > 0 ? `${address}?${new URLSearchParams(query)}` : address
}
