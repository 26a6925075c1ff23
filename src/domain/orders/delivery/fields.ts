import * as z from 'zod'

const degrees = (max: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/, { error: 'Un nombre de degrés est attendu.' })
    .transform(Number)
    .pipe(z.number().min(-max).max(max))
    .meta({ json: { type: 'number', minimum: -max, maximum: max } })

/** A place, in a query. */
export const placeQuery = { lat: degrees(90), lng: degrees(180) }
