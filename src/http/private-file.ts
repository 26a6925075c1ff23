import type { Context } from 'hono'

/** The policy of stored files: they run nothing, wherever they are opened. */
export const FILE_POLICY = "default-src 'none'; base-uri 'none'; sandbox"

type PrivateFile = { body: ReadableStream; contentType: string; name: string }

/** Answers a private file: no cache keeps it, and a browser saves it instead of opening it (docs/conventions.md, Raw answers). */
export function sendPrivate(c: Context, { body, contentType, name }: PrivateFile): Response {
  c.header('Content-Security-Policy', FILE_POLICY)
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(body, 200, { 'Content-Type': contentType })
}
