import { ExportProducts, exportProducts } from '#domain/catalogue/imports/export.ts'
import { showImport } from '#domain/catalogue/imports/show.ts'
import { ImportProducts, importProducts } from '#domain/catalogue/imports/start.ts'
import { ImportView } from '#domain/catalogue/imports/view.ts'
import { op } from '#http/op.ts'
import { csv, ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

/** A file of 5 MB, and what a form puts around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024

export const imports = newRouter()
  .post(
    '/import',
    op({
      id: 'importProducts',
      needsTerms: true,
      summary: 'Importer des produits',
      doc: `Un fichier CSV d'un tableur (virgule, point-virgule ou tabulation ; UTF-8, UTF-16LE ou Windows-1252 ; 5 000 lignes et 5 Mo au plus) pour une boutique, aux
        colonnes de exportProducts, nommées en français ou en anglais ; la première ligne les nomme. La référence (sku) connue de la boutique est mise à
        jour, une nouvelle est créée en DRAFT. Une erreur refuse tout (REFUSED, errors par ligne), sauf avec
        « partial=true ». Le stock d'une référence connue ne change que si la case « stock » diffère de
        « stockSeen », le stock que l'export montrait, et s'il n'a pas bougé depuis (sinon une erreur de la ligne) ; sans
        la colonne « stockSeen », seulement avec « stock=set ».
        La suite se fait par étapes : voir showImport.`,
      reasons: [
        'SUBSCRIPTION_REQUIRED',
        'SHOP_SUSPENDED',
        'NOT_FOUND',
        'INVALID_TRANSITION',
        'ALREADY_EXISTS',
        'TOO_MANY_REQUESTS',
      ],
      roles: ['SELLER'],
      form: ImportProducts,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
      ok: ImportView,
    }),
    async (c) => c.json(ok(await importProducts(ctx(c), c.req.valid('form'))), 201),
  )
  .get(
    '/import/:id',
    op({
      id: 'showImport',
      summary: 'Suivre une importation',
      doc: "Où en est une importation : « done » lignes reprises sur « lines », et ce qui n'a pas pu l'être.",
      reasons: [],
      roles: ['SELLER'],
      param: IdParam,
      ok: ImportView,
    }),
    async (c) => c.json(ok(await showImport(ctx(c), c.req.valid('param').id))),
  )
  .get(
    '/export/csv',
    op({
      id: 'exportProducts',
      summary: 'Exporter ses produits',
      doc: `Les produits de ses boutiques, ou d'une seule (shopId), en CSV, une ligne par variante, à modifier puis importer. Une variante sans
        référence y est nommée par son id.`,
      reasons: ['NOT_FOUND'],
      roles: ['SELLER'],
      query: ExportProducts,
      ok: { raw: 'text/csv' },
    }),
    async (c) => csv(c, await exportProducts(ctx(c), c.req.valid('query'))),
  )
