import { because, notice } from '#domain/core/notices/notice.ts'

/** The reason of a decision about a seller's identity file, if staff gave one. */
type DecisionFacts = { reason: string | undefined }

export const kycApproved = notice<DecisionFacts>('kyc.approved', {
  fr: () => ({ subject: 'Identité vérifiée', body: "Votre dossier d'identité est approuvé." }),
  en: () => ({ subject: 'Identity verified', body: 'Your identity file is approved.' }),
})

export const kycRejected = notice<DecisionFacts>('kyc.rejected', {
  fr({ reason }, format) {
    const body = "Votre dossier d'identité n'a pas été accepté. Vous pouvez le corriger et l'envoyer de nouveau."
    return because({ subject: 'Identité non vérifiée', body }, reason, format)
  },
  en({ reason }, format) {
    const body = 'Your identity file was not accepted. You can correct it and send it again.'
    return because({ subject: 'Identity not verified', body }, reason, format)
  },
})

export const kycChangesRequested = notice<DecisionFacts>('kyc.changes-requested', {
  fr({ reason }, format) {
    const body = "Corrigez votre dossier d'identité, puis envoyez-le de nouveau."
    return because({ subject: "Dossier d'identité à corriger", body }, reason, format)
  },
  en({ reason }, format) {
    const body = 'Please correct your identity file and send it again.'
    return because({ subject: 'Your identity file needs changes', body }, reason, format)
  },
})

export const kycRevoked = notice<DecisionFacts>('kyc.revoked', {
  fr({ reason }, format) {
    const body = "La vérification de votre identité n'est plus valable. Envoyez un nouveau dossier."
    return because({ subject: 'Vérification révoquée', body }, reason, format)
  },
  en({ reason }, format) {
    const body = 'The verification of your identity is no longer valid. Please send a new file.'
    return because({ subject: 'Verification revoked', body }, reason, format)
  },
})
