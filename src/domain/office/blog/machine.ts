import { posts } from '#db/schema/office/posts.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of a post (docs/states.md, Post). */
export const postMachine = machine({
  thing: 'post',
  table: posts,
  name: "l'article",
  states: { DRAFT: 'un brouillon', PUBLISHED: 'publié', ARCHIVED: 'archivé' },
  events: {
    publish: { from: ['DRAFT'], to: 'PUBLISHED', infinitive: 'publier' },
    unpublish: { from: ['PUBLISHED'], to: 'DRAFT', infinitive: 'dépublier' },
    archive: { from: ['DRAFT', 'PUBLISHED'], to: 'ARCHIVED', infinitive: 'supprimer' },
    /** An edit changes fields or the cover, not the state. */
    edit: { from: ['DRAFT', 'PUBLISHED'], to: {}, infinitive: 'modifier' },
  },
})
