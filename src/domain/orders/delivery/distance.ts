import { type SQL, sql } from 'drizzle-orm'

/** A place on the map, or statements that find one inside another statement. */
export type Coordinates = { lat: number | SQL; lng: number | SQL }

/** A degree of latitude. */
export const KM_PER_DEGREE = 111.19

/** Great-circle kilometres between two places, on a ball of 6371 km; null where one is unknown. */
export const kmBetween = (a: Coordinates, b: Coordinates): SQL<number | null> =>
  sql<number | null>`(2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(${a.lat} - ${b.lat}) / 2), 2)
    + cos(radians(${a.lat})) * cos(radians(${b.lat})) * pow(sin(radians(${a.lng} - ${b.lng}) / 2), 2)))))`

export type Point = { lat: number; lng: number }

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The same of two places that are known. */
export const kmApart = (a: Point, b: Point): number =>
  2 *
  6371 *
  Math.asin(
    Math.min(
      1,
      Math.hypot(
        Math.sin(radians(a.lat - b.lat) / 2),
        Math.sqrt(Math.cos(radians(a.lat)) * Math.cos(radians(b.lat))) * Math.sin(radians(a.lng - b.lng) / 2),
      ),
    ),
  )

/** As people are told: hundreds of metres. */
export const roundKm = (km: number): number => Math.round(km * 10) / 10
