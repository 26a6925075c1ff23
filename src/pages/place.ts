const COUNTRIES: Record<string, string> = { CD: 'RD Congo', RW: 'Rwanda' }

type Place = { commune?: string | undefined; city?: string | undefined; country?: string | undefined }

/** The place of a shop in a few words: « Ibanda, Bukavu, RD Congo ». */
export const placeOf = ({ commune, city, country = '' }: Place) =>
  [commune, city, COUNTRIES[country] ?? country].filter(Boolean).join(', ')
