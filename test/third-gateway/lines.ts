/*
 * A third gateway, as an engineer would add it: the adapter and the route stand beside this file, and these are the lines that
 * they write into the sources. The tests of this folder run the service with them (vitest.config.ts); nothing else is changed.
 */

type Line = [before: string, after: string]

/** Every purpose goes through it. */
export const LINES: Record<string, Line[]> = {
  'src/providers/gateways.ts': [
    ["['A', 'B'] as const", "['A', 'B', 'C'] as const"],
    ['  B: {\n', '  C: FACTS,\n  B: {\n'],
    ['import type { Code }', "import { FACTS } from '../../test/third-gateway/adapter.ts'\nimport type { Code }"],
    ["  ORDER: { gateway: 'B'", "  ORDER: { gateway: 'C'"],
    ["  CHECKOUT: { gateway: 'B'", "  CHECKOUT: { gateway: 'C'"],
    ["  CHARGE: { gateway: 'B'", "  CHARGE: { gateway: 'C'"],
    ["  SUBSCRIPTION: { gateway: 'A'", "  SUBSCRIPTION: { gateway: 'C'"],
    ["  WITHDRAWAL: { gateway: 'B'", "  WITHDRAWAL: { gateway: 'C'"],
    ["  ADMIN_PAYOUT: { gateway: 'A'", "  ADMIN_PAYOUT: { gateway: 'C'"],
  ],
  'src/providers/connect-gateways.ts': [
    ['    B: mbiyopayGateway(', '    C: thirdGateway(env, calls),\n    B: mbiyopayGateway('],
    [
      'import type { Gateway }',
      "import { thirdGateway } from '../../test/third-gateway/adapter.ts'\nimport type { Gateway }",
    ],
  ],
  'src/routes/paths.ts': [["  gatewayB: '", "  gatewayC: '/api/v1/gatewayC',\n  gatewayB: '"]],
  'src/routes/table.ts': [
    ["  gatewayB: under('", "  gatewayC: under('Passerelles de paiement', gatewayC),\n  gatewayB: under('"],
    ['import { gatewayB }', "import { gatewayC } from '../../test/third-gateway/route.ts'\nimport { gatewayB }"],
  ],
}

/** A source with its new lines. It throws if there is no place for one: then this list is behind the sources. */
export function withLines(path: string, text: string): string {
  return (LINES[path] ?? []).reduce((written, [before, after]) => {
    if (written.split(before).length !== 2) throw new Error(`${path} has not one place for: ${before}`)
    return written.replace(before, () => after)
  }, text)
}

/** Writes the lines into the sources as they are loaded. */
export const withThirdGateway = {
  name: 'third-gateway',
  enforce: 'pre' as const,
  transform(text: string, id: string) {
    const path = Object.keys(LINES).find((each) => id.endsWith(`/${each}`))
    return path && withLines(path, text)
  },
}
