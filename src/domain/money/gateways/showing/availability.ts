import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { COUNTRIES, countryCodes } from '#kernel/phone.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { unreachable } from '../get-configuration.ts'
import { readAvailability } from '../read-availability.ts'

const Word = z.string()
/** A gateway's operators and what each of them does now: OPERATIONAL, DELAYED or CLOSED (docs/gateways.md, Availability). */
export const AvailabilityView = z
  .object({
    countries: z.array(
      z.object({
        country: z.string(),
        providers: z.array(
          z.object({
            provider: z.string(),
            operationTypes: z.object({ DEPOSIT: Word, PAYOUT: Word, REFUND: Word }).partial(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'OperatorAvailability' })

const SERVED = countryCodes.map((code): string => COUNTRIES[code].alpha3)

/** Which operators of our countries work now, as a gateway said it within the last minute. 503 if it says nothing */
export async function showAvailability(ctx: Ctx, gateway: GatewayId): Promise<z.output<typeof AvailabilityView>> {
  const told = (await readAvailability(ctx, gateway)) ?? unreachable()
  return { countries: told.filter(({ country }) => SERVED.includes(country)) }
}
