import type { MiddlewareHandler } from 'hono'
import { meterWork, newMeter } from '../db/meter.ts'
import type { AppEnv } from './app-env.ts'

/** Counts a request's trips to D1. Outside production the answer gives their number in a header. */
export const countTrips: MiddlewareHandler<AppEnv> = async (c, next) => {
  const meter = newMeter()
  await meterWork(meter, next)
  if (c.env.MODE !== 'production') c.header('X-D1-Round-Trips', String(meter.trips))
}
