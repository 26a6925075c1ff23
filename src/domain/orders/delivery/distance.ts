import { type SQL, sql } from 'drizzle-orm'

/** A place on the map, or statements that find one inside another statement. */
export type Coordinates = { lat: number | SQL; lng: number | SQL }

/** Kilometres of a degree of latitude. */
export const KM_PER_DEGREE = 111.19

/** Great-circle kilometres between two places in SQL, on a sphere of 6371 km radius; null if one is unknown. */
export const kmBetween = (a: Coordinates, b: Coordinates): SQL<number | null> =>
  sql<number | null>`(2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(${a.lat} - ${b.lat}) / 2), 2)
    + cos(radians(${a.lat})) * cos(radians(${b.lat})) * pow(sin(radians(${a.lng} - ${b.lng}) / 2), 2)))))`

export type Point = { lat: number; lng: number }

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle kilometres between two known places. */
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

/** Kilometres as people read them: in hundreds of metres. */
export const roundKm = (km: number): number => Math.round(km * 10) / 10
