import { incidents } from '#db/schema/core/incidents.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of an incident, of a person or of the service (docs/states.md, Incident). */
export const incidentMachine = machine({
  thing: 'incident',
  table: incidents,
  name: "l'incident",
  states: { OPEN: 'ouvert', INVESTIGATING: "en cours d'examen", RESOLVED: 'résolu', DISMISSED: 'classé sans suite' },
  events: {
    investigate: { from: ['OPEN'], to: 'INVESTIGATING', infinitive: 'examiner' },
    resolve: { from: ['OPEN', 'INVESTIGATING'], to: 'RESOLVED', infinitive: 'résoudre' },
    dismiss: { from: ['OPEN', 'INVESTIGATING'], to: 'DISMISSED', infinitive: 'classer sans suite' },
  },
})
