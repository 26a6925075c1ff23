import type { Format, Translated } from '#kernel/format.ts'
import type { Role } from '#kernel/roles.ts'
import { notice } from '../notices/notice.ts'

/** An act of a member of the team, and its target. */
export type TeamAct =
  | { act: 'ROLE'; whom: string; from: Role; to: Role; heldUntil?: number }
  | { act: 'BLOCK' | 'DELETE' | 'FACTORS'; whom: string }
  | { act: 'UNBLOCK' | 'RESTORE'; whom: string; heldUntil?: number }
  | { act: 'SETTINGS' | 'ADJUST'; what: Translated }

type Facts = TeamAct & { who: string }

export const staffActed = notice<Facts>(
  'staff.acted',
  {
    fr: (facts, format) => ({
      subject: `Équipe : ${SUBJECT_FR[facts.act]}`,
      body: `${inFrench(facts, format)} Si personne ne l'a voulu, bloquez le compte de ${facts.who} et prévenez les autres administrateurs.`,
    }),
    en: (facts, format) => ({
      subject: `Team: ${SUBJECT_EN[facts.act]}`,
      body: `${inEnglish(facts, format)} If nobody wanted this, block the account of ${facts.who} and tell the other administrators.`,
    }),
  },
  { lane: 'ALARM' },
)

const SUBJECT_FR: Record<TeamAct['act'], string> = {
  ROLE: 'un rôle a changé',
  BLOCK: 'un compte a été bloqué',
  UNBLOCK: 'un compte a été débloqué',
  DELETE: 'un compte a été supprimé',
  RESTORE: 'un compte a été rétabli',
  FACTORS: 'des facteurs de connexion ont été réinitialisés',
  SETTINGS: 'un réglage a changé',
  ADJUST: 'un virement a été annulé',
}
const SUBJECT_EN: Record<TeamAct['act'], string> = {
  ROLE: 'a role has changed',
  BLOCK: 'an account has been blocked',
  UNBLOCK: 'an account has been unblocked',
  DELETE: 'an account has been deleted',
  RESTORE: 'an account has been restored',
  FACTORS: 'sign-in factors have been reset',
  SETTINGS: 'a setting has changed',
  ADJUST: 'a transfer has been reversed',
}

function inFrench(facts: Facts, { instant, said }: Format): string {
  const { who } = facts
  const until = 'heldUntil' in facts && facts.heldUntil
  const held = until ? ` Cette personne n'approuve rien qui touche à l'argent avant le ${instant(until)}.` : ''
  switch (facts.act) {
    case 'ROLE':
      return `Le compte ${who} a donné le rôle ${facts.to} à ${facts.whom}, qui avait le rôle ${facts.from}.${held}`
    case 'BLOCK':
      return `Le compte ${who} a bloqué ${facts.whom}.`
    case 'UNBLOCK':
      return `Le compte ${who} a débloqué ${facts.whom}.${held}`
    case 'DELETE':
      return `Le compte ${who} a supprimé le compte de ${facts.whom}.`
    case 'RESTORE':
      return `Le compte ${who} a rétabli le compte de ${facts.whom}.${held}`
    case 'FACTORS':
      return `Le compte ${who} a réinitialisé les facteurs de connexion de ${facts.whom}.`
    case 'ADJUST':
      return `Le compte ${who} a annulé un virement du grand livre : ${said(facts.what)}.`
    case 'SETTINGS':
      return `Le compte ${who} a changé un réglage de la plateforme : ${said(facts.what)}.`
  }
}

function inEnglish(facts: Facts, { instant, said }: Format): string {
  const { who } = facts
  const until = 'heldUntil' in facts && facts.heldUntil
  const held = until ? ` This person approves nothing about money before ${instant(until)}.` : ''
  switch (facts.act) {
    case 'ROLE':
      return `The account ${who} gave the role ${facts.to} to ${facts.whom}, who had the role ${facts.from}.${held}`
    case 'BLOCK':
      return `The account ${who} blocked ${facts.whom}.`
    case 'UNBLOCK':
      return `The account ${who} unblocked ${facts.whom}.${held}`
    case 'DELETE':
      return `The account ${who} deleted the account of ${facts.whom}.`
    case 'RESTORE':
      return `The account ${who} restored the account of ${facts.whom}.${held}`
    case 'FACTORS':
      return `The account ${who} reset the sign-in factors of ${facts.whom}.`
    case 'ADJUST':
      return `The account ${who} reversed a transfer of the ledger: ${said(facts.what)}.`
    case 'SETTINGS':
      return `The account ${who} changed a setting of the platform: ${said(facts.what)}.`
  }
}
