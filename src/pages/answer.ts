import type { Context, ErrorHandler } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '#http/app-env.ts'
import { letCachesKeep } from '#http/cache.ts'
import { answerFailure } from '#http/failure.ts'
import { ctx } from '#http/reply.ts'
import { type Html, layout, type Page } from './layout.ts'
import { POLICY } from './style.ts'

/** The address of the service. A kept answer is the same at each of its hosts, so no address comes from the request. */
export const originOf = (c: Context<AppEnv>) => ctx(c).settings.publicBaseUrl

/**
 * Answers what everybody gets alike, and lets caches keep it.
 * @param shown all that stands in it: by the ids in it, it is purged when one of those is taken down
 */
export async function answerAll(
  c: Context<AppEnv>,
  body: Html | string,
  type: string,
  shown: unknown,
): Promise<Response> {
  c.res = c.body(String(await body), 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': POLICY,
  })
  await letCachesKeep(c, {}, JSON.stringify(shown))
  return c.res
}

/** Answers a page about what was read. */
export const answerPage = <Read>(c: Context<AppEnv>, read: Read, page: (read: Read, origin: string) => Page) =>
  answerAll(c, layout(page(read, originOf(c)), originOf(c)), 'text/html', read)

const WORDS: Record<number, [title: string, advice: string]> = {
  404: ["Cette page n'existe pas ou plus", 'Ce que le lien montrait a peut-être été retiré de la vente.'],
  405: ['Cette page ne fait que se lire', 'Ouvrez-la par son adresse.'],
}

/** Answers a failure as a page, which nobody keeps: a person followed a link. */
export const answerFailurePage: ErrorHandler<AppEnv> = async (error, c) => {
  const { status } = await answerFailure(error, c)
  const [title, advice] = WORDS[status] ?? [
    'Le marché ne répond pas pour le moment',
    'Réessayez dans quelques instants.',
  ]
  const body = html`<h1>${title}</h1><p>${advice}</p><p><a class="shop" href="/">Voir ce qui est en vente</a></p>`
  const page = layout({ title, description: title, path: c.req.path, isHidden: true, body }, originOf(c))
  return c.html(page, status as 404, { 'Content-Security-Policy': POLICY })
}
