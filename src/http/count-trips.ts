import type { MiddlewareHandler } from 'hono'
import { metered, newMeter } from '../db/meter.ts'
import type { AppEnv } from './app-env.ts'

/** Counts the trips of a request to D1; outside production the answer says their number. */
export const countTrips: MiddlewareHandler<AppEnv> = async (c, next) => {
  const meter = newMeter()
  await metered(meter, next)
  if (c.env.MODE !== 'production') c.header('X-D1-Round-Trips', String(meter.trips))
}
