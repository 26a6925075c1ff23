/** Kilometres of a degree of latitude. */
export const KM_PER_DEGREE = 111.19

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
