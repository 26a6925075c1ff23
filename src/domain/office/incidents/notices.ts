import type { OUTCOMES } from '#db/schema/core/incidents.ts'
import { because, notice } from '#domain/core/notices/notice.ts'
import type { Money } from '#kernel/money.ts'
import type { Role } from '#kernel/roles.ts'
import { excerpt } from '#kernel/text.ts'

/** Goes to the app. `title` is a person's own: the notice quotes its beginning. */
export const incidentReported = notice<{ title: string }>('incident.reported', {
  fr: ({ title }) => ({
    subject: `Incident signalé : ${excerpt(title)}`,
    body: `Un incident signalé par une personne attend une décision : ${excerpt(title)}.`,
  }),
  en: ({ title }) => ({
    subject: `Incident reported: ${excerpt(title)}`,
    body: `An incident that somebody reported waits for a decision: ${excerpt(title)}.`,
  }),
})

type IncidentFacts = { number: string | null; title: string }
const LISTED = 6
/**
 * The first incidents of a digest, each with its number and the beginning of its title: the mail stays short, and the office shows the
 * rest.
 */
const listOf = (all: IncidentFacts[]) =>
  all.slice(0, LISTED).map(({ number, title }) => `${number} : ${excerpt(title)}`)

/** The digest of the incidents that people opened since the last one. */
export const incidentsOfHour = notice<{ incidents: IncidentFacts[] }>('incident.digest', {
  fr({ incidents }) {
    const count = incidents.length
    const others = count > LISTED ? [`et ${count - LISTED} de plus`] : []
    return {
      subject: count > 1 ? `${count} incidents signalés` : 'Un incident signalé',
      body: ['Des personnes ont signalé, et une décision attend :', ...listOf(incidents), ...others].join('\n'),
    }
  },
  en({ incidents }) {
    const count = incidents.length
    const others = count > LISTED ? [`and ${count - LISTED} more`] : []
    return {
      subject: count > 1 ? `${count} incidents reported` : 'An incident reported',
      body: ['People reported, and a decision waits:', ...listOf(incidents), ...others].join('\n'),
    }
  },
})

/** `hours`: the time in which its reader is asked to answer, if they are. */
export const incidentOfOrder = notice<{ order: string; hours: number | undefined }>('incident.of-order', {
  fr({ order, hours }) {
    const until = hours ? ` d'ici ${hours} heures` : ''
    return {
      subject: `Incident sur ${order}`,
      body: `Un incident a été ouvert sur la commande ${order}. Lisez-le et répondez dans l'application${until}.`,
    }
  },
  en({ order, hours }) {
    const until = hours ? ` within ${hours} hours` : ''
    return {
      subject: `Incident on ${order}`,
      body: `An incident was opened on order ${order}. Read it and answer in the app${until}.`,
    }
  },
})

export const incidentUnanswered = notice<{ number: string; hours: number }>('incident.unanswered', {
  fr: ({ number, hours }) => ({
    subject: `Incident ${number} : répondez`,
    body: `L'incident ${number} attend votre réponse d'ici ${hours} heures. Ensuite l'équipe peut décider sans elle. Joignez photos ou papiers dans l'application.`,
  }),
  en: ({ number, hours }) => ({
    subject: `Incident ${number}: answer`,
    body: `Incident ${number} waits for your answer within ${hours} hours. After that the team may decide without it. Add pictures or papers in the app.`,
  }),
})

export const incidentAnswered = notice<{ number: string }>('incident.answered', {
  fr: ({ number }) => ({
    subject: `Réponse à l'incident ${number}`,
    body: `L'équipe a écrit au sujet de l'incident ${number}. Lisez sa réponse dans l'application.`,
  }),
  en: ({ number }) => ({
    subject: `Answer to incident ${number}`,
    body: `The team wrote about incident ${number}. Read its answer in the app.`,
  }),
})

const FROM = {
  fr: { BUYER: "L'acheteur", SELLER: 'Le vendeur', RIDER: 'Le livreur' },
  en: { BUYER: 'The buyer', SELLER: 'The seller', RIDER: 'The rider' },
} as const
const ANYBODY = { fr: "L'autre partie", en: 'The other party' } as const
const saidBy = (locale: 'fr' | 'en', from: Role) => ({ ...FROM[locale] })[from as 'BUYER'] ?? ANYBODY[locale]

export const incidentWord = notice<{ number: string; from: Role }>('incident.word', {
  fr: ({ number, from }) => ({
    subject: `Nouveau mot dans l'incident ${number}`,
    body: `${saidBy('fr', from)} a écrit au sujet de l'incident ${number}. Lisez et répondez dans l'application.`,
  }),
  en: ({ number, from }) => ({
    subject: `New word in incident ${number}`,
    body: `${saidBy('en', from)} wrote about incident ${number}. Read and answer in the app.`,
  }),
})

/** A decision; `outcome` is null if the incident has no order. */
type DecisionFacts = {
  number: string
  outcome: (typeof OUTCOMES)[number] | null
  amount: Money | undefined
  reason: string
}

const FOR = {
  fr: {
    BUYER: "en faveur de l'acheteur",
    SELLER: 'en faveur du vendeur',
    SPLIT: 'par un partage',
    LOST: 'comme un colis perdu',
  },
  en: { BUYER: 'for the buyer', SELLER: 'for the seller', SPLIT: 'by a split', LOST: 'as a lost parcel' },
} as const

export const incidentResolved = notice<DecisionFacts>('incident.resolved', {
  fr({ number, outcome, amount, reason }, format) {
    const decided = outcome ? `résolu ${FOR.fr[outcome]}` : 'résolu'
    const back = amount
      ? ` Remboursement demandé pour l'acheteur : ${format.money(amount)}, que l'équipe doit encore envoyer.`
      : ''
    const body = `L'incident ${number} est ${decided}.${back}`
    return because({ subject: `Incident ${number} résolu`, body }, reason, format)
  },
  en({ number, outcome, amount, reason }, format) {
    const decided = outcome ? `decided ${FOR.en[outcome]}` : 'resolved'
    const back = amount
      ? ` A refund to the buyer was asked for: ${format.money(amount)}, which the team has yet to send.`
      : ''
    const body = `Incident ${number} is ${decided}.${back}`
    return because({ subject: `Incident ${number} resolved`, body }, reason, format)
  },
})

export const incidentDismissed = notice<{ number: string; reason: string | undefined }>('incident.dismissed', {
  fr({ number, reason }, format) {
    const body = `L'incident ${number} est classé sans suite.`
    return because({ subject: `Incident ${number} classé`, body }, reason, format)
  },
  en({ number, reason }, format) {
    const body = `Incident ${number} is closed without further action.`
    return because({ subject: `Incident ${number} closed`, body }, reason, format)
  },
})
