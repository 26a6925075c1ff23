import { type Context, Hono } from 'hono'
import { showPostBySlug } from '#domain/office/blog/show.ts'
import { showCategoryPage } from '#domain/office/market/show-category.ts'
import { showHome } from '#domain/office/market/show-home.ts'
import { showProductPage } from '#domain/office/market/show-product.ts'
import { showShopPage } from '#domain/office/market/show-shop.ts'
import { countSitemapParts, listSitemapHead, listSitemapPart } from '#domain/office/market/sitemap.ts'
import type { AppEnv } from '#http/app-env.ts'
import { ctx } from '#http/reply.ts'
import { fail } from '#kernel/failure.ts'
import { answerAll, answerFailurePage, answerPage, originOf } from './answer.ts'
import { categoryPage, homePage } from './lists.ts'
import { postPage } from './post.ts'
import { productPage } from './product.ts'
import { shopPage } from './shop.ts'
import { sitemapIndex, sitemapPart } from './sitemap.ts'

/** The page of a list that an address asks for. Apps add parameters of their own to links, so others are left alone. */
const pageOf = (c: Context) => Number(/^\d{1,4}$/.exec(c.req.query('page') ?? '1')?.[0] ?? fail('NOT_FOUND'))

const PART = '/sitemap/:part{[1-9][0-9]{0,4}\\.xml}'
const ADDRESSES = [
  '/',
  '/c/:slug',
  '/p/:slug',
  '/b/:slug',
  '/blog/:slug',
  '/sitemap.xml',
  '/sitemap/pages.xml',
  PART,
  '/robots.txt',
]

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** The pages that everybody sees, and what search engines read. They know no caller and set no cookie. */
export const market = new Hono<AppEnv>()
  .onError(answerFailurePage)
  .on('ALL', ADDRESSES, (c, next) =>
    isRead(c.req.method) ? next() : fail('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }),
  )
  .get('/', async (c) => answerPage(c, { home: await showHome(ctx(c)), page: pageOf(c) }, homePage))
  .get('/c/:slug', async (c) =>
    answerPage(c, await showCategoryPage(ctx(c), c.req.param('slug'), pageOf(c)), categoryPage),
  )
  .get('/p/:slug', async (c) => {
    const read = await showProductPage(ctx(c), c.req.param('slug'))
    return answerPage(c, { read, page: pageOf(c) }, productPage)
  })
  .get('/b/:slug', async (c) => answerPage(c, await showShopPage(ctx(c), c.req.param('slug'), pageOf(c)), shopPage))
  .get('/blog/:slug', async (c) => {
    const post = await showPostBySlug(ctx(c), c.req.param('slug'))
    return answerPage(c, { post, page: pageOf(c) }, postPage)
  })
  .get('/sitemap.xml', async (c) => {
    const parts = await countSitemapParts(ctx(c))
    return answerAll(c, sitemapIndex(parts, originOf(c)), 'application/xml', '')
  })
  .get('/sitemap/pages.xml', async (c) => {
    const pages = [{ path: '/', changedAt: null, of: [] }, ...(await listSitemapHead(ctx(c)))]
    return answerAll(
      c,
      sitemapPart(pages, originOf(c)),
      'application/xml',
      pages.map(({ of }) => of),
    )
  })
  .get(PART, async (c) => {
    const pages = await listSitemapPart(ctx(c), Number.parseInt(c.req.param('part'), 10))
    return answerAll(
      c,
      sitemapPart(pages, originOf(c)),
      'application/xml',
      pages.map(({ of }) => of),
    )
  })
  .get('/robots.txt', async (c) => {
    const rules = await (await c.env.ASSETS.fetch(new URL('/robots.txt', c.req.url))).text()
    return answerAll(c, `${rules}\nSitemap: ${originOf(c)}/sitemap.xml\n`, 'text/plain', '')
  })
