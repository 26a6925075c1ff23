import * as z from 'zod'
import { SetCover, setPostCover } from '#domain/office/blog/cover.ts'
import { CreatePost, createPost } from '#domain/office/blog/create.ts'
import { deletePost } from '#domain/office/blog/delete.ts'
import { ListStaffPosts, listStaffPosts } from '#domain/office/blog/list-for-staff.ts'
import { publishPost, unpublishPost } from '#domain/office/blog/publish.ts'
import { showPost } from '#domain/office/blog/show.ts'
import { UpdatePost, updatePost } from '#domain/office/blog/update.ts'
import { PostHeadView, PostView } from '#domain/office/blog/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

/** One picture of 5 MiB, and what a form puts around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024

const aPost = { roles: STAFF, param: IdParam, ok: PostView } as const

export const staffBlog = newRouter()
  .get(
    '/admin',
    op({
      id: 'listStaffPosts',
      summary: "Articles du blog, pour l'équipe",
      doc: `Les articles de tous les états, les derniers créés d'abord, sans leur texte.`,
      reasons: [],
      roles: STAFF,
      query: ListStaffPosts,
      ok: listOf('posts', PostHeadView),
    }),
    async (c) => c.json(ok(await listStaffPosts(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/admin/:id',
    op({
      ...aPost,
      id: 'showPost',
      summary: "Un article du blog, pour l'équipe",
      doc: `L'article avec son texte et sa version, brouillon ou archivé aussi.`,
      reasons: [],
    }),
    async (c) => c.json(ok(await showPost(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/',
    op({
      id: 'createPost',
      summary: 'Écrire un article',
      doc: `Crée un brouillon. Sans slug, il vient du titre, avec une fin à lui si l'adresse est prise ; un slug donné
        qui est pris est refusé. body est du Markdown, gardé tel quel.`,
      reasons: ['ALREADY_EXISTS'],
      roles: STAFF,
      json: CreatePost,
      status: 201,
      ok: PostView,
    }),
    async (c) => c.json(ok(await createPost(ctx(c), c.req.valid('json'))), 201),
  )
  .put(
    '/:id',
    op({
      ...aPost,
      id: 'updatePost',
      summary: 'Modifier un article',
      doc: `Seuls les champs envoyés changent ; un article publié les montre aussitôt. Le slug ne suit pas le titre.
        Envoyez la version lue pour ne pas écraser un autre changement.`,
      reasons: ['ALREADY_EXISTS', 'VERSION_MISMATCH', 'INVALID_TRANSITION'],
      takesDown: true,
      json: UpdatePost,
    }),
    async (c) => c.json(ok(await updatePost(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      id: 'deletePost',
      summary: 'Supprimer un article',
      doc: `Archive un article pour de bon, publié ou non ; son adresse reste prise.`,
      reasons: ['INVALID_TRANSITION'],
      roles: STAFF,
      takesDown: true,
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deletePost(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/publish',
    op({
      ...aPost,
      id: 'publishPost',
      summary: 'Publier un article',
      doc: `Montre un brouillon à tous. publishedAt garde la première parution.`,
      reasons: ['INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await publishPost(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/unpublish',
    op({
      ...aPost,
      id: 'unpublishPost',
      summary: 'Dépublier un article',
      doc: 'Retire un article publié : il redevient un brouillon.',
      reasons: ['INVALID_TRANSITION'],
      takesDown: true,
    }),
    async (c) => c.json(ok(await unpublishPost(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/cover',
    op({
      ...aPost,
      id: 'setPostCover',
      summary: "Choisir l'image d'un article",
      doc: `Met une image à la place de la précédente : un fichier JPEG, PNG ou WebP, reconnu à son contenu, de 5 Mo au
        plus. coverUrl est nouvelle à chaque fois.`,
      reasons: ['INVALID_TRANSITION', 'CONFLICT'],
      maxBytes: MAX_FORM_BYTES,
      takesDown: true,
      form: SetCover,
    }),
    async (c) => c.json(ok(await setPostCover(ctx(c), c.req.valid('param').id, c.req.valid('form')))),
  )
