import { posts } from '../../../db/schema/office/posts.ts'
import { machine } from '../../core/machine.ts'

/** The life of a post, as docs/states.md, Post, tells it. */
export const postMachine = machine({
  thing: 'post',
  table: posts,
  name: "l'article",
  states: { DRAFT: 'un brouillon', PUBLISHED: 'publié', ARCHIVED: 'archivé' },
  events: {
    publish: { from: ['DRAFT'], to: 'PUBLISHED', infinitive: 'publier' },
    unpublish: { from: ['PUBLISHED'], to: 'DRAFT', infinitive: 'dépublier' },
    archive: { from: ['DRAFT', 'PUBLISHED'], to: 'ARCHIVED', infinitive: 'supprimer' },
    /** Fields or the cover change, the state does not. */
    edit: { from: ['DRAFT', 'PUBLISHED'], to: {}, infinitive: 'modifier' },
  },
})
