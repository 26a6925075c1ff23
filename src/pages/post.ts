import { html } from 'hono/html'
import type { showPostBySlug } from '#domain/office/blog/show.ts'
import { fail } from '#kernel/failure.ts'
import { formatDay } from '#kernel/format.ts'
import type { Page } from './layout.ts'
import { markdownPages } from './markdown.ts'
import { crumbs, crumbsThing, pagePath, picturePath, titleOf, turns } from './parts.ts'

/** One page of a post, in the language of its text: a long text has several. @throws 404 for a page that it has not */
export function postPage(
  { post, page }: { post: Awaited<ReturnType<typeof showPostBySlug>>; page: number },
  origin: string,
): Page {
  const { title, excerpt, coverUrl, publishedAt, body, locale } = post
  const texts = markdownPages(body)
  const text = texts[page - 1] ?? (page === 1 ? '' : fail('NOT_FOUND'))
  const path = `/blog/${post.slug}`
  const day = publishedAt === null ? '' : formatDay(Date.parse(publishedAt))
  return {
    title: titleOf(title, page),
    description: excerpt || title,
    path: pagePath(path, page),
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
      coverUrl && page === 1
        ? html`<img class="wide" src="${picturePath(coverUrl, 1080)}" alt="" width="1080" height="608">`
        : ''
    }${text}</article>${turns(path, page, page < texts.length)}`,
  }
}
