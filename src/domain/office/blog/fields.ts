import * as z from 'zod'
import { POST_LOCALES } from '#db/schema/office/posts.ts'
import * as f from '#kernel/fields.ts'

/** The readable end of a post's URL: small letters, digits, single hyphens. */
const slug = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'Le slug est fait de lettres minuscules, de chiffres et de tirets.' })

/** Fields of a post that the team writes. The body is Markdown, stored as it is (docs/conventions.md, Markdown). */
export const postFields = {
  title: f.line(1, 200),
  slug,
  excerpt: f.prose(0, 500),
  body: f.verbatim(1, 50_000),
  tags: z.array(f.line(1, 40)).max(20),
  locale: z.enum(POST_LOCALES),
}
