import { code, escapeHtml, fromMarkdown, inline, page, table } from './html.ts'
import { boundsOf, exampleOf, modelOf, typeOf } from './models.ts'
import { type Components, type Described, type Document, slugOf } from './part.ts'
import type { Json } from './schema.ts'

/** The page of one group: its operations, then the schemas and refusals that they share. It is read without a script. */
export function groupPage(part: Document): string {
  const { tags, paths, components } = part
  const [{ name, description } = { name: '', description: '' }] = tags
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  )
  const body = [
    `<nav><a href="/docs">Toutes les opérations</a> · <a href="/docs/guide">Guide</a> · ${tryLink(name, '')}</nav>`,
    `<h1>${escapeHtml(name)}</h1><p>${escapeHtml(description)}</p>`,
    `<ul class="list">${operations.map(({ method, path, described }) => lineOf(method, path, described, '')).join('\n')}</ul>`,
    ...operations.map(({ method, path, described }) => operationOf(method, path, described, components)),
    '<h2>Modèles</h2>',
    ...Object.entries(components.schemas ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([model, schema]) => modelOf(model, schema)),
    '<h2>Refus communs</h2>',
    table(
      ['Réponse', 'Sens'],
      Object.entries(components.responses ?? {}).map(([response, said]) => [
        `<span id="${response}">${response}</span>`,
        inline(String(said.description)),
      ]),
    ),
  ]
  return page(name, body.join('\n'))
}

/** An operation as a line of a list: method, path and a few words, which lead to it in the page at `address`. */
export const lineOf = (method: string, path: string, { operationId, summary }: Described, address: string) =>
  `<li><a href="${address}#${operationId}"><b class="${method.toLowerCase()}">${method}</b> ${code(withoutPrefix(path))} ${escapeHtml(summary)}</a></li>`

const withoutPrefix = (path: string) => path.replace('/api/v1', '')

function operationOf(method: string, path: string, described: Described, components: Components): string {
  const { operationId, summary, description, deprecated, parameters = [], requestBody, responses } = described
  const [tag = ''] = described.tags
  const named = parameters.map((each) => (each.$ref ? components.parameters?.[last(each.$ref)] : each) ?? {})
  return [
    `<article id="${operationId}"><h2><b class="${method.toLowerCase()}">${method}</b> ${code(path)}</h2>`,
    `<p><strong>${escapeHtml(summary)}</strong> · ${code(operationId)}${deprecated ? ' · à éviter' : ''} · ${tryLink(tag, `#/${encodeURIComponent(tag)}/${operationId}`)}</p>`,
    fromMarkdown(description),
    table(['Paramètre', 'Type', ''], named.map(parameterRow)),
    ...Object.entries(requestBody?.content ?? {}).map(
      ([type, { schema, example }]) =>
        `<p>Corps ${code(type)} : ${typeOf(schema)}</p>${example === undefined ? '' : exampleOf(example)}`,
    ),
    `<p>Réponses : ${Object.entries(responses)
      .map(([status, answer]) => answerOf(status, answer))
      .join(', ')}</p></article>`,
  ].join('\n')
}

/** The link to the page that tries a group, and in it to the place that its script gives an operation. */
const tryLink = (tag: string, place: string) => `<a href="/docs/essayer?theme=${slugOf(tag)}${place}">Essayer</a>`

const last = (reference: unknown) => String(reference).split('/').at(-1) ?? ''

const PLACES: Record<string, string> = { path: 'chemin', query: 'requête', header: 'en-tête' }
const parameterRow = ({ name, in: place, required, schema, description }: Json) => [
  `${code(String(name))} (${PLACES[String(place)]})`,
  typeOf(schema as Json),
  [required ? 'obligatoire' : '', boundsOf(schema as Json), description ? inline(String(description)) : '']
    .filter(Boolean)
    .join(' ; '),
]

/** A status with what it sends: the schema of `data`, the types of a raw answer, or the refusal of that status. */
function answerOf(status: string, { $ref, content = {} }: Described['responses'][string]): string {
  if ($ref) return `<a href="#${last($ref)}">${status}</a>`
  const [[type, answer] = []] = Object.entries(content)
  const { data } = (answer?.schema.properties ?? {}) as { data?: Json }
  if (data) return `${status} ${typeOf(data)}`
  return type ? `${status} ${code(type)}` : status
}
