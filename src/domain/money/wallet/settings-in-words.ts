import type { KycRequiredFor } from '#domain/core/kyc-required.ts'
import { excerpt } from '#kernel/text.ts'

const IDENTITY: Record<KycRequiredFor, Record<'fr' | 'en', string>> = {
  NONE: { fr: 'identité exigée de personne', en: 'identity asked of nobody' },
  WITHDRAWAL: { fr: "identité exigée pour retirer de l'argent", en: 'identity asked for withdrawals' },
  PUBLISHING: { fr: 'identité exigée pour publier', en: 'identity asked for publishing' },
}

type Amount = number | string
type ChangedSettings = {
  currency?: string | undefined
  minPayout?: Amount | undefined
  maxPayoutPerDay?: Amount | null | undefined
  commissionRate?: Amount | undefined
  kycRequiredFor?: KycRequiredFor | undefined
  taxRate?: Amount | undefined
  defaultDeliveryFee?: { USD: Amount; CDF: Amount } | null | undefined
  issuer?: { name: string } | undefined
  terms?: { version: string } | null | undefined
}

/** The changed settings in French and in English, for the mail to ADMINs: each with its new value. */
export function settingsInWords(input: ChangedSettings): Record<'fr' | 'en', string> {
  return { fr: excerpt(wordsIn(input, 'fr'), 300), en: excerpt(wordsIn(input, 'en'), 300) }
}

function wordsIn(input: ChangedSettings, locale: 'fr' | 'en'): string {
  const {
    currency,
    minPayout,
    maxPayoutPerDay,
    commissionRate,
    kycRequiredFor,
    taxRate,
    defaultDeliveryFee,
    issuer,
    terms,
  } = input
  const say = (fr: string, en: string) => (locale === 'fr' ? fr : en)
  const digits = (value: number | string) => String(value).replace('.', say(',', '.'))
  const to = (name: string, value: number | string, unit = '') => `${name} ${say('à', 'to')} ${digits(value)}${unit}`
  const percent = say(' %', '%')
  const longest = say('retraits au plus en 24 heures', 'most withdrawn in 24 hours')
  const delivery = say('livraison sans zone', 'delivery without a zone')
  return [
    currency && say(`en ${currency}`, `in ${currency}`),
    minPayout !== undefined && to(say('retrait minimum', 'smallest withdrawal'), minPayout),
    maxPayoutPerDay === null && `${longest}${say(' : sans limite', ': no limit')}`,
    maxPayoutPerDay != null && to(longest, maxPayoutPerDay),
    commissionRate !== undefined && to('commission', commissionRate, percent),
    kycRequiredFor && IDENTITY[kycRequiredFor][locale],
    taxRate !== undefined && to(say('taxe', 'tax'), taxRate, percent),
    defaultDeliveryFee === null && `${delivery}${say(' : aucune', ': none')}`,
    defaultDeliveryFee && `${to(delivery, defaultDeliveryFee.USD, ' USD')}, ${digits(defaultDeliveryFee.CDF)} CDF`,
    issuer && `${say('émetteur des factures :', 'issuer of invoices:')} ${issuer.name}`,
    terms === null && say('aucune condition à accepter', 'no terms to accept'),
    terms && to(say('conditions', 'terms'), terms.version),
  ]
    .filter(Boolean)
    .join(', ')
}
