import { because, notice } from '#domain/core/notices/notice.ts'

/** The reason of a decision of staff, if they gave one. */
type DecisionFacts = { reason: string | undefined }

export const riderApproved = notice<DecisionFacts>('rider.approved', {
  fr: () => ({ subject: 'Candidature acceptée', body: 'Vous pouvez maintenant prendre des courses sur Soko.' }),
  en: () => ({ subject: 'Application accepted', body: 'You can now take delivery jobs on Soko.' }),
})

export const riderRejected = notice<DecisionFacts>('rider.rejected', {
  fr({ reason }, format) {
    const body = "Votre candidature de livreur n'a pas été retenue. Vous pouvez en déposer une autre."
    return because({ subject: 'Candidature refusée', body }, reason, format)
  },
  en({ reason }, format) {
    const body = 'Your application as a rider was not accepted. You can send another one.'
    return because({ subject: 'Application refused', body }, reason, format)
  },
})

export const riderSuspended = notice<DecisionFacts>('rider.suspended', {
  fr({ reason }, format) {
    const body = 'Vous ne pouvez plus prendre de courses sur Soko pour le moment.'
    return because({ subject: 'Compte livreur suspendu', body }, reason, format)
  },
  en({ reason }, format) {
    const body = 'You cannot take delivery jobs on Soko for now.'
    return because({ subject: 'Rider account suspended', body }, reason, format)
  },
})

export const riderReactivated = notice<DecisionFacts>('rider.reactivated', {
  fr: () => ({ subject: 'Compte livreur rétabli', body: 'Vous pouvez de nouveau prendre des courses sur Soko.' }),
  en: () => ({ subject: 'Rider account restored', body: 'You can take delivery jobs on Soko again.' }),
})
