import { html } from 'hono/html'
import type { showPostBySlug } from '#domain/office/blog/show.ts'
import { formatDay } from '#kernel/format.ts'
import type { Page } from './layout.ts'
import { markdown } from './markdown.ts'
import { crumbs, crumbsThing, picturePath } from './parts.ts'

/** The page of a post, in the language of its text. */
export function postPage(post: Awaited<ReturnType<typeof showPostBySlug>>, origin: string): Page {
  const { title, excerpt, coverUrl, publishedAt, body, locale } = post
  const path = `/blog/${post.slug}`
  const day = publishedAt === null ? '' : formatDay(Date.parse(publishedAt))
  return {
    title,
    description: excerpt || title,
    path,
    kind: 'article',
    lang: locale,
    preview: coverUrl ? { path: picturePath(coverUrl, 600), alt: title } : undefined,
    things: [
      {
        '@type': 'Article',
        headline: title,
        datePublished: publishedAt,
        inLanguage: locale,
        ...(coverUrl && { image: origin + picturePath(coverUrl, 1080) }),
        publisher: { '@type': 'Organization', name: 'Soko', url: `${origin}/` },
        mainEntityOfPage: origin + path,
      },
      crumbsThing([{ name: title, path }], origin),
    ],
    body: html`${crumbs([])}<article class="post"><h1>${title}</h1><p class="soft">${day}</p>${
      coverUrl ? html`<img src="${picturePath(coverUrl, 1080)}" alt="" width="1080" height="608">` : ''
    }${markdown(body)}</article>`,
  }
}
