import { reports } from '#db/schema/catalogue/reports.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of a report, which is decided once (docs/states.md, Reports). */
export const reportMachine = machine({
  thing: 'report',
  table: reports,
  name: 'le signalement',
  states: { OPEN: 'ouvert', ACTIONED: 'traité', DISMISSED: 'classé' },
  events: {
    action: { from: ['OPEN'], to: 'ACTIONED', infinitive: 'donner suite' },
    dismiss: { from: ['OPEN'], to: 'DISMISSED', infinitive: 'classer' },
  },
})
