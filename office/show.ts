/** How amounts and times are written, for people in Lubumbashi whatever their own clock says. */

/** An amount as the service gives it, text or number, grouped for reading: "1 250,00 USD". Nothing is rounded. */
export function money(amount: string | number, currency: string): string {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  if (!whole) return `${amount} ${currency}`
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')
  const decimals = currency === 'RWF' ? '' : `,${cents.padEnd(2, '0')}`
  return `${sign && '−'}${grouped}${decimals}\u00a0${currency}`
}

const ZONE = { timeZone: 'Africa/Lubumbashi' }
const instant = new Intl.DateTimeFormat('fr', { ...ZONE, dateStyle: 'medium', timeStyle: 'short' })
const dayOnly = new Intl.DateTimeFormat('fr', { ...ZONE, dateStyle: 'medium' })
const isoDay = new Intl.DateTimeFormat('sv', ZONE)

/** A moment: "23 nov. 2026, 05:10". */
export const when = (at: string | null | undefined) => (at ? instant.format(new Date(at)) : '—')
/** A day: "23 nov. 2026". */
export const day = (at: string | null | undefined) => (at ? dayOnly.format(new Date(at)) : '—')
/** Days ago as the service takes a day: "2026-11-23". */
export const daysAgo = (days: number) => isoDay.format(new Date(Date.now() - days * 86_400_000))

const relative = new Intl.RelativeTimeFormat('fr', { numeric: 'auto' })
const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago: "il y a 3 heures". */
export function ago(at: string): string {
  const past = new Date(at).getTime() - Date.now()
  const [unit, length] = STEPS.find(([, step]) => Math.abs(past) >= step) ?? ['minute', 60_000]
  return relative.format(Math.round(past / length), unit)
}

/** A phone number in groups: "+243 810 001 789". */
export const phone = (digits: string | null | undefined) =>
  digits ? `+${digits.replace(/^\+/, '').replace(/^(\d{3})(\d{3})(\d{3})(\d+)$/, '$1 $2 $3 $4')}` : '—'
