import { Hono } from 'hono'
import * as z from 'zod'
import {
  CreateCategory,
  CreateSubcategory,
  createCategory,
  createSubcategory,
} from '../../domain/catalogue/categories/create.ts'
import { findCategory, ListCategories, listCategories } from '../../domain/catalogue/categories/list.ts'
import { UpdateCategory, updateCategory } from '../../domain/catalogue/categories/update.ts'
import { CategoryView, SubcategoryView } from '../../domain/catalogue/categories/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { cacheForGuests } from '../../http/cache.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam, idIn } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

export const categories = new Hono<AppEnv>()
  .get(
    '/',
    op({
      summary: 'Catégories',
      roles: 'public',
      knowsCaller: true,
      tier: 'public',
      query: ListCategories,
      ok: z.object({ categories: z.array(CategoryView) }),
    }),
    ...cacheForGuests,
    async (c) => c.json(ok(await listCategories(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      summary: 'Créer une catégorie',
      roles: STAFF,
      tier: 'authenticated',
      json: CreateCategory,
      status: 201,
      ok: CategoryView,
    }),
    async (c) => c.json(ok(await createCategory(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:id',
    op({
      summary: 'Une catégorie',
      roles: 'public',
      knowsCaller: true,
      tier: 'public',
      param: IdParam,
      ok: CategoryView,
    }),
    ...cacheForGuests,
    async (c) => c.json(ok(await findCategory(ctx(c), c.req.valid('param').id))),
  )
  .put(
    '/:id',
    op({
      summary: 'Modifier une catégorie',
      roles: STAFF,
      tier: 'authenticated',
      param: IdParam,
      json: UpdateCategory,
      ok: CategoryView,
    }),
    async (c) => c.json(ok(await updateCategory(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:categoryId/subcategories',
    op({
      summary: 'Créer une sous-catégorie',
      roles: STAFF,
      tier: 'authenticated',
      param: z.strictObject({ categoryId: idIn }),
      json: CreateSubcategory,
      status: 201,
      ok: SubcategoryView,
    }),
    async (c) => c.json(ok(await createSubcategory(ctx(c), c.req.valid('param').categoryId, c.req.valid('json'))), 201),
  )
