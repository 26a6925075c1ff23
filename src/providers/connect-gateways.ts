import type { Gateway } from './gateway.ts'
import type { GatewayId } from './gateways.ts'
import { withoutSlash } from './http-call.ts'
import { mbiyopay } from './mbiyopay.ts'
import { mbiyopayGateway } from './mbiyopay-gateway.ts'
import { type KeyCache, pawapay } from './pawapay.ts'
import { pawapayGateway } from './pawapay-gateway.ts'

export type GatewaysEnv = {
  PUBLIC_BASE_URL: string
  PAWAPAY_BASE_URL: string
  PAWAPAY_TOKEN: string
  MBIYOPAY_BASE_URL: string
  MBIYOPAY_SECRET_KEY: string
  MBIYOPAY_WEBHOOK_SECRET: string
}

export type SharedCalls = {
  /** Gateway A's public keys, kept by the caller for as long as the isolate lives. */
  keyCache?: KeyCache
  fetch?: typeof globalThis.fetch
  timeoutMs?: number
}

/** Every gateway, as the environment says how to reach it. A gateway that is missing here does not compile. */
export function connectGateways(
  env: GatewaysEnv,
  { keyCache, ...calls }: SharedCalls = {},
): Record<GatewayId, Gateway> {
  const publicUrl = withoutSlash(env.PUBLIC_BASE_URL)
  return {
    A: pawapayGateway(
      pawapay({
        ...calls,
        baseUrl: env.PAWAPAY_BASE_URL,
        token: env.PAWAPAY_TOKEN,
        ...(keyCache && { keyCache }),
        ...(URL.canParse(publicUrl) && { authority: new URL(publicUrl).host }),
      }),
    ),
    B: mbiyopayGateway(
      mbiyopay({
        ...calls,
        baseUrl: env.MBIYOPAY_BASE_URL,
        secretKey: env.MBIYOPAY_SECRET_KEY,
        webhookSecret: env.MBIYOPAY_WEBHOOK_SECRET,
        callbackUrl: `${publicUrl}/api/v1/gatewayB/callbacks`,
      }),
    ),
  }
}
