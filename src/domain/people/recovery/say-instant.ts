/** An instant as people read it, in the time of Lubumbashi, Goma and Kigali: « 22 novembre 2026 à 09:45 (UTC+2) ». */
export const sayInstant = (ms: number) =>
  `${new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lubumbashi' }).format(ms)} (UTC+2)`
