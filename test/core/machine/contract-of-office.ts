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

export const incident: Contract = {
  thing: 'incident',
  name: "l'incident",
  states: { OPEN: 'ouvert', INVESTIGATING: 'examiné', RESOLVED: 'résolu', DISMISSED: 'classé sans suite' },
  events: {
    investigate: ['examiner', { OPEN: 'INVESTIGATING' }],
    resolve: ['résoudre', { OPEN: 'RESOLVED', INVESTIGATING: 'RESOLVED' }],
    dismiss: ['classer sans suite', { OPEN: 'DISMISSED', INVESTIGATING: 'DISMISSED' }],
  },
}
