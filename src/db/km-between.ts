import { type SQL, sql } from 'drizzle-orm'

/** A place on the map, or statements that find one inside another statement. */
export type Coordinates = { lat: number | SQL; lng: number | SQL }

/** Great-circle kilometres between two places in SQL, on a sphere of 6371 km radius; null if one is unknown. */
export const kmBetween = (a: Coordinates, b: Coordinates): SQL<number | null> =>
  sql<number | null>`(2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(${a.lat} - ${b.lat}) / 2), 2)
    + cos(radians(${a.lat})) * cos(radians(${b.lat})) * pow(sin(radians(${a.lng} - ${b.lng}) / 2), 2)))))`
