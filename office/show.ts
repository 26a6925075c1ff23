/** Amounts and times in writing, for people in Lubumbashi, whatever their own clock says. */

/** An amount from the service, text or number, grouped for reading: "1 250,00 USD". Nothing is rounded. */
export function money(amount: string | number, currency: string): string {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  if (!whole) return `${amount} ${currency}`
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')
  const decimals = currency === 'RWF' ? '' : `,${cents.padEnd(2, '0')}`
  return `${sign && '−'}${grouped}${decimals}\u00a0${currency}`
}

/** A number from the service, for reading: "2850.50000000" is "2 850,5". */
export function number(text: string | number): string {
  const [whole = '', decimals = ''] = String(text).split('.')
  const rest = decimals.replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') + (rest && `,${rest}`)
}

const ZONE = { timeZone: 'Africa/Lubumbashi' }
const instant = new Intl.DateTimeFormat('fr', { ...ZONE, dateStyle: 'medium', timeStyle: 'short' })
const dayOnly = new Intl.DateTimeFormat('fr', { ...ZONE, dateStyle: 'medium' })
const timeOnly = new Intl.DateTimeFormat('fr', { ...ZONE, timeStyle: 'short' })
const isoDay = new Intl.DateTimeFormat('sv', ZONE)

/** A moment: "23 nov. 2026, 05:10". */
export const when = (at: string | null | undefined) => (at ? instant.format(new Date(at)) : '—')
/** A time of day: "05:10". */
export const hour = (at: number) => timeOnly.format(at)
/** A day: "23 nov. 2026". */
export const day = (at: string | null | undefined) => (at ? dayOnly.format(new Date(at)) : '—')
/** The day some days ago, in the form that the service takes: "2026-11-23". */
export const daysAgo = (days: number) => isoDay.format(new Date(Date.now() - days * 86_400_000))

const monthName = new Intl.DateTimeFormat('fr', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** This month and those before it, each in the form that the service takes and in words. */
export function monthsBack(howMany: number) {
  const [year = 0, month = 1] = daysAgo(0).split('-').map(Number)
  return Array.from({ length: howMany }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1))
    return { value: first.toISOString().slice(0, 7), label: monthName.format(first) }
  })
}

const relative = new Intl.RelativeTimeFormat('fr', { numeric: 'auto' })
const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** The time since a moment: "il y a 3 heures". */
export function ago(at: string): string {
  const past = new Date(at).getTime() - Date.now()
  const [unit, length] = STEPS.find(([, step]) => Math.abs(past) >= step) ?? ['minute', 60_000]
  return relative.format(Math.round(past / length), unit)
}

const BROWSERS = {
  Edg: 'Edge',
  OPR: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const SYSTEMS = { Android: 'Android', iPhone: 'iPhone', iPad: 'iPad', Windows: 'Windows', Mac: 'Mac', Linux: 'Linux' }
const wordIn = (text: string, words: Record<string, string>) =>
  Object.entries(words).find(([mark]) => text.includes(mark))?.[1]

/** A signed-in device in words, from its browser's own description: "Chrome sur Android". */
export function deviceWords(name: string | null): string {
  if (!name?.startsWith('Mozilla/')) return name ?? 'Appareil inconnu'
  return [wordIn(name, BROWSERS) ?? 'Navigateur', wordIn(name, SYSTEMS)].filter(Boolean).join(' sur ')
}

/** A phone number in groups: "+243 810 001 789". */
export const phone = (digits: string | null | undefined) =>
  digits ? `+${digits.replace(/^\+/, '').replace(/^(\d{3})(\d{3})(\d{3})(\d+)$/, '$1 $2 $3 $4')}` : '—'
