import { kyc } from '#db/schema/shops/kyc.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of a seller's identity file (docs/states.md, Identity). Before its first change there is no file. */
export const kycMachine = machine({
  thing: 'kyc',
  table: kyc,
  name: "le dossier d'identité",
  states: {
    DRAFT: 'en préparation',
    SUBMITTED: "en cours d'examen",
    APPROVED: 'approuvé',
    REJECTED: 'refusé',
    CHANGES_REQUESTED: 'à corriger',
    REVOKED: 'révoqué',
  },
  events: {
    submit: { from: ['DRAFT', 'REJECTED', 'CHANGES_REQUESTED', 'REVOKED'], to: 'SUBMITTED', infinitive: 'envoyer' },
    approve: { from: ['SUBMITTED'], to: 'APPROVED', infinitive: 'approuver' },
    reject: { from: ['SUBMITTED'], to: 'REJECTED', infinitive: 'refuser' },
    requestChanges: { from: ['SUBMITTED'], to: 'CHANGES_REQUESTED', infinitive: 'demander des corrections' },
    revoke: { from: ['APPROVED'], to: 'REVOKED', infinitive: 'révoquer' },
  },
})
