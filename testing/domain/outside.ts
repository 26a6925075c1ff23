import type { Mbiyopay } from '#providers/mbiyopay.ts'
import { mbiyopayGateway } from '#providers/mbiyopay-gateway.ts'
import type { Pawapay } from '#providers/pawapay.ts'
import { pawapayGateway } from '#providers/pawapay-gateway.ts'
import type { Providers } from '#providers/providers.ts'

/** The gateways over what a test says of their services: only what is told may be asked. */
export const gatewaysOver = ({ pawapay = {}, mbiyopay = {} }: { pawapay?: unknown; mbiyopay?: unknown }) => ({
  gateways: { A: pawapayGateway(pawapay as Pawapay), B: mbiyopayGateway(mbiyopay as Mbiyopay) },
})

/** Makes an outside in which nothing else is. */
export const outsideOf = (services: Parameters<typeof gatewaysOver>[0]) => ({
  providers: { pushes: {}, ...gatewaysOver(services) } as Providers,
})
