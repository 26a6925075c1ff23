import type { Json } from './schema.ts'

export type Described = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  deprecated?: boolean
  parameters?: Json[]
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>
}
export type Components = Record<string, Record<string, Json>>
export type Document = {
  info: { description: string } & Json
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  components: Components
} & Json

/** A name as it stands in an address: « Clés d'accès » is cles-d-acces. */
export const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

/** A document of one tag: its operations, and what they refer to. */
export function partOf(document: Document, tag: Document['tags'][number]): Document {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) => {
      const own = Object.entries(methods).filter(([, { tags }]) => tags.includes(tag.name))
      return own.length > 0 ? [[path, Object.fromEntries(own)]] : []
    }),
  )
  const { securitySchemes = {} } = document.components
  const components: Components = { securitySchemes }
  addReferred(paths, document.components, components)
  return { ...document, info: { ...document.info, description: tag.description }, tags: [tag], paths, components }
}

/** Adds to `components` what a value refers to, and what that refers to. */
function addReferred(value: unknown, from: Components, components: Components): void {
  for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    const found = from[kind]?.[name]
    if (!found || components[kind]?.[name]) continue
    components[kind] = { ...components[kind], [name]: found }
    addReferred(found, from, components)
  }
}
