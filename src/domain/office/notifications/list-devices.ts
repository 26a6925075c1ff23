import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { selectDevices } from './queries.ts'
import { DeviceView, viewDevice } from './view.ts'

export const DeviceList = z.object({ devices: z.array(DeviceView) })

/** Lists the devices of the person that get pushes, the newest first (docs/conventions.md, Pushes). */
export async function listDevices(ctx: Ctx): Promise<z.output<typeof DeviceList>> {
  const devices = await selectDevices(ctx)
  return { devices: devices.map((device) => viewDevice(ctx, device)) }
}
