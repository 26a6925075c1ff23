import type { Context } from 'hono'

/** What is stored runs nothing, wherever it is opened. */
export const FILE_POLICY = "default-src 'none'; base-uri 'none'; sandbox"

type PrivateFile = { body: ReadableStream; contentType: string; name: string }

/** Answers a private file: kept by nobody, and saved rather than opened by a browser that is led to it (docs/conventions.md, Raw answers). */
export function sendPrivate(c: Context, { body, contentType, name }: PrivateFile): Response {
  c.header('Content-Security-Policy', FILE_POLICY)
  c.header('Cache-Control', 'no-store')
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(body, 200, { 'Content-Type': contentType })
}
