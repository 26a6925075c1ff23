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
  states: { OPEN: 'ouvert', INVESTIGATING: "en cours d'examen", RESOLVED: 'résolu', DISMISSED: 'classé sans suite' },
  events: {
    investigate: ['examiner', { OPEN: 'INVESTIGATING' }],
    resolve: ['résoudre', { OPEN: 'RESOLVED', INVESTIGATING: 'RESOLVED' }],
    dismiss: ['classer sans suite', { OPEN: 'DISMISSED', INVESTIGATING: 'DISMISSED' }],
  },
}

export const ticket: Contract = {
  thing: 'ticket',
  name: 'le ticket',
  states: {
    OPEN: 'ouvert',
    IN_PROGRESS: 'en cours',
    WAITING_USER: 'en attente de la personne',
    RESOLVED: 'résolu',
    CLOSED: 'fermé',
  },
  events: {
    assign: ['attribuer ce ticket', { OPEN: 'IN_PROGRESS', IN_PROGRESS: 'IN_PROGRESS', WAITING_USER: 'IN_PROGRESS' }],
    ask: [
      'écrire dans ce ticket',
      { OPEN: 'IN_PROGRESS', IN_PROGRESS: 'IN_PROGRESS', WAITING_USER: 'IN_PROGRESS', RESOLVED: 'IN_PROGRESS' },
    ],
    answer: [
      'répondre à ce ticket',
      { OPEN: 'WAITING_USER', IN_PROGRESS: 'WAITING_USER', WAITING_USER: 'WAITING_USER', RESOLVED: 'WAITING_USER' },
    ],
    resolve: ['résoudre ce ticket', { OPEN: 'RESOLVED', IN_PROGRESS: 'RESOLVED', WAITING_USER: 'RESOLVED' }],
    reopen: ['rouvrir ce ticket', { RESOLVED: 'IN_PROGRESS' }],
    close: ['fermer ce ticket', { OPEN: 'CLOSED', IN_PROGRESS: 'CLOSED', WAITING_USER: 'CLOSED', RESOLVED: 'CLOSED' }],
  },
}
