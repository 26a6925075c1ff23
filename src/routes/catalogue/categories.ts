import * as z from 'zod'
import { CreateCategory, createCategory } from '#domain/catalogue/categories/create.ts'
import { CreateSubcategory, createSubcategory } from '#domain/catalogue/categories/create-subcategory.ts'
import { deleteCategory } from '#domain/catalogue/categories/delete.ts'
import { deleteSubcategory } from '#domain/catalogue/categories/delete-subcategory.ts'
import { ListCategories, listCategories } from '#domain/catalogue/categories/list.ts'
import { showCategory } from '#domain/catalogue/categories/show.ts'
import { UpdateCategory, updateCategory } from '#domain/catalogue/categories/update.ts'
import { UpdateSubcategory, updateSubcategory } from '#domain/catalogue/categories/update-subcategory.ts'
import { CategoryView, SubcategoryView } from '#domain/catalogue/categories/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, idIn } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

export const categories = newRouter()
  .get(
    '/',
    op({
      id: 'listCategories',
      summary: 'Catégories',
      doc: `Les catégories avec leurs sous-catégories, dans l'ordre voulu par l'équipe. Les inactives sont omises ;
        l'équipe seule les reçoit, avec includeInactive=true, que les autres peuvent envoyer sans effet. Pour un
        visiteur, la réponse reste valable 30 secondes en cache, puis se revérifie par son ETag.`,
      reasons: [],
      roles: 'public',
      knowsCaller: true,
      cache: 'shared',
      query: ListCategories,
      ok: z.object({ categories: z.array(CategoryView) }),
    }),
    async (c) => c.json(ok(await listCategories(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'createCategory',
      summary: 'Créer une catégorie',
      doc: `Ajoute une catégorie, active aussitôt. Deux noms qui se lisent de même ou se ressemblent sont le
        même nom. Avec requiresExpiry, chaque produit de la catégorie devra porter une date de péremption future.
        Ajoutez ensuite ses sous-catégories : un produit se range toujours dans une sous-catégorie.`,
      reasons: ['ALREADY_EXISTS'],
      roles: STAFF,
      json: CreateCategory,
      status: 201,
      ok: CategoryView,
    }),
    async (c) => c.json(ok(await createCategory(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:id',
    op({
      id: 'showCategory',
      summary: 'Une catégorie',
      doc: `Une catégorie avec ses sous-catégories. Une catégorie inactive n'existe que pour l'équipe, qui y voit
        aussi les sous-catégories inactives. Pour un visiteur, la réponse reste valable 30 secondes en cache.`,
      reasons: [],
      roles: 'public',
      knowsCaller: true,
      cache: 'shared',
      param: IdParam,
      ok: CategoryView,
    }),
    async (c) => c.json(ok(await showCategory(ctx(c), c.req.valid('param').id))),
  )
  .put(
    '/:id',
    op({
      id: 'updateCategory',
      summary: 'Modifier une catégorie',
      doc: `Renomme, déplace, masque ou réaffiche une catégorie : seuls les champs envoyés changent. Son slug reste le
        même, pour que les adresses déjà partagées continuent de marcher. Masquée, elle quitte la liste publique et
        n'accepte plus de nouveaux produits ; les produits déjà en vente y restent.`,
      reasons: ['ALREADY_EXISTS'],
      roles: STAFF,
      param: IdParam,
      json: UpdateCategory,
      ok: CategoryView,
    }),
    async (c) => c.json(ok(await updateCategory(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:categoryId/subcategories',
    op({
      id: 'createSubcategory',
      summary: 'Créer une sous-catégorie',
      doc: `Ajoute une sous-catégorie à une catégorie, active sauf si isActive est false. Son nom est unique dans la
        catégorie, sans tenir compte des accents ni de la casse. Les vendeurs peuvent dès lors y ranger des produits.`,
      reasons: ['ALREADY_EXISTS'],
      roles: STAFF,
      param: z.strictObject({ categoryId: idIn }),
      json: CreateSubcategory,
      status: 201,
      ok: SubcategoryView,
    }),
    async (c) => c.json(ok(await createSubcategory(ctx(c), c.req.valid('param').categoryId, c.req.valid('json'))), 201),
  )
  .put(
    '/subcategories/:id',
    op({
      id: 'updateSubcategory',
      summary: 'Modifier une sous-catégorie',
      doc: `Renomme, déplace, masque ou réaffiche une sous-catégorie : seuls les champs envoyés changent ; son slug reste.
        Masquée, elle n'accepte plus de nouveaux produits ; ceux en vente y restent.`,
      reasons: ['ALREADY_EXISTS'],
      roles: STAFF,
      param: IdParam,
      json: UpdateSubcategory,
      ok: SubcategoryView,
    }),
    async (c) => c.json(ok(await updateSubcategory(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/subcategories/:id',
    op({
      id: 'deleteSubcategory',
      summary: 'Supprimer une sous-catégorie',
      doc: "Supprime une sous-catégorie où aucun produit ne s'est jamais rangé, même supprimé depuis ; sinon 409.",
      reasons: ['IN_USE'],
      roles: STAFF,
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deleteSubcategory(ctx(c), c.req.valid('param').id))),
  )
  .delete(
    '/:id',
    op({
      id: 'deleteCategory',
      summary: 'Supprimer une catégorie',
      doc: 'Supprime une catégorie sans sous-catégorie ni produit, même supprimé ; sinon 409 : masquez-la plutôt.',
      reasons: ['IN_USE'],
      roles: STAFF,
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deleteCategory(ctx(c), c.req.valid('param').id))),
  )
