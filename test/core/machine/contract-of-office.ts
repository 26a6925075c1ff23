import type { Contract } from './contract.ts'

/** The tables of docs/states.md, written out by hand: what the back office may do. */
export const post: Contract = {
  thing: 'post',
  name: "l'article",
  states: { DRAFT: 'un brouillon', PUBLISHED: 'publié', ARCHIVED: 'archivé' },
  events: {
    publish: ['publier', { DRAFT: 'PUBLISHED' }],
    unpublish: ['dépublier', { PUBLISHED: 'DRAFT' }],
    archive: ['supprimer', { DRAFT: 'ARCHIVED', PUBLISHED: 'ARCHIVED' }],
    edit: ['modifier', { DRAFT: 'DRAFT', PUBLISHED: 'PUBLISHED' }],
  },
}
