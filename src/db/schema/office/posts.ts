import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json, updatedAt, version } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'

export const POST_STATUSES = ['PUBLISHED', 'DRAFT', 'ARCHIVED'] as const
export const POST_LOCALES = ['fr', 'en'] as const

/** Posts of the team's blog. */
export const posts = sqliteTable(
  'posts',
  {
    id: id(),
    title: text('title').notNull(),
    /** The end of its address, for good: a post that was thrown away keeps it. */
    slug: text('slug').notNull(),
    excerpt: text('excerpt').notNull(),
    /** Markdown, as it was written. */
    body: text('body').notNull(),
    coverKey: text('cover_key'),
    tags: json<string[]>('tags').notNull(),
    locale: text('locale', { enum: POST_LOCALES }).notNull(),
    status: text('status', { enum: POST_STATUSES }).notNull().default('DRAFT'),
    /** The time of the first publication. */
    publishedAt: instant('published_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('posts_slug').on(t.slug),
    index('posts_newest').on(t.createdAt, t.id),
    index('posts_status_newest').on(t.status, t.createdAt, t.id),
    index('posts_locale_newest').on(t.locale, t.createdAt, t.id),
    index('posts_status_locale_newest').on(t.status, t.locale, t.createdAt, t.id),
    index('posts_public').on(t.publishedAt, t.id).where(sql`status = 'PUBLISHED'`),
    index('posts_public_locale').on(t.locale, t.publishedAt, t.id).where(sql`status = 'PUBLISHED'`),
  ],
)

uniqueKey([posts.slug], 'Un article a déjà cette adresse (slug).')
