import type { Ctx } from '../domain/core/context.ts'
import { askOrSend, questionsDue } from '../domain/money/gateways/clock/check-due.ts'
import { compareWithGateway } from '../domain/money/gateways/clock/compare-with-gateway.ts'
import { GATEWAY_IDS, type GatewayId } from '../providers/gateways.ts'
import { drain, newTick, type Tick } from './tick.ts'

type GatewayJob = (ctx: Ctx, tick?: Tick) => Promise<unknown>

/** Asks one gateway what is due, and sends it what could not be sent. */
export const askGateway =
  (gateway: GatewayId): GatewayJob =>
  (ctx, tick = newTick()) =>
    drain(tick, `askGateway${gateway}`, {
      due: (limit) => questionsDue(ctx, gateway, limit),
      work: (tx) => askOrSend(ctx, tx),
      callsOutside: true,
    })

const eachGateway = (name: string, jobOf: (gateway: GatewayId) => GatewayJob): Record<string, GatewayJob> =>
  Object.fromEntries(GATEWAY_IDS.map((gateway) => [`${name}${gateway}`, jobOf(gateway)]))

/** Each gateway has its own share of a run: one that hangs, or refuses our token, holds up nothing of the others. */
export const askGateways = eachGateway('askGateway', askGateway)
export const compareWithGateways = eachGateway(
  'compareWithGateway',
  (gateway) => (ctx) => compareWithGateway(ctx, gateway),
)
