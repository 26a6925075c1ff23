import type { Ctx } from '../domain/core/context.ts'
import { askOrSend, questionsDue } from '../domain/money/gateways/check-due.ts'
import { drain, newTick, type Tick } from './tick.ts'

const ask =
  (gateway: 'A' | 'B') =>
  (ctx: Ctx, tick: Tick = newTick()) =>
    drain(tick, `askGateway${gateway}`, {
      due: (limit) => questionsDue(ctx, gateway, limit),
      work: (tx) => askOrSend(ctx, tx),
      callsOutside: true,
    })

/** Each gateway has its own share of a run: one that hangs, or refuses our token, holds up nothing of the other. */
export const askGatewayA = ask('A')
export const askGatewayB = ask('B')
