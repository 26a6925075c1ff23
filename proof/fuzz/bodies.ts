export type Encoded = { body: string | FormData; headers: Record<string, string> }

/** A value as the body of its content type; undefined for what no form can carry. */
export function encode(type: string, value: unknown): Encoded | undefined {
  if (type === 'application/json') return { body: JSON.stringify(value), headers: { 'content-type': type } }
  const form = formOf(value)
  return form && { body: form, headers: {} }
}

function formOf(value: unknown): FormData | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const form = new FormData()
  for (const [name, inner] of Object.entries(value)) {
    for (const each of Array.isArray(inner) ? inner : [inner]) {
      if (each instanceof Uint8Array)
        form.append(name, new File([Uint8Array.from(each)], 'image.png', { type: 'image/png' }))
      else if (typeof each === 'object') return undefined
      else form.append(name, String(each))
    }
  }
  return form
}

/** Makes a body as the schema sees it: files are strings to it. */
export const asJson = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? ''
    : Array.isArray(value)
      ? value.map(asJson)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]))
        : value
