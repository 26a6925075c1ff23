import { describe, expect, it } from 'vitest'
import { GATEWAY_IDS, GATEWAYS, type GatewayId, ROUTING } from '#providers/gateways.ts'
import { type Source, sourcesOf } from '#testing/sources.ts'

/** Files that know a gateway by its name: its adapter, its routes and where they are mounted. */
const KNOWS = [/^src\/providers\//, /^src\/routes\/money\/gateway-[a-z]+\.ts$/, /^src\/routes\/(paths|table)\.ts$/]

/** A gateway's name in code: as a text of its own, in the name of an account or of a thing. A path that people read is none. */
const named = (id: string) =>
  new RegExp(`(['"\`])${id}\\1|(?<!/)[gG]ateway${id}(?![a-z])|GATEWAY_${id}(?![A-Z])|[gG]ateway ${id}\\b`, 'g')

const namesIn = ({ path, text }: Source) =>
  GATEWAY_IDS.flatMap((id) => [...text.matchAll(named(id))].map(([found]) => `${path} names ${found}`))

const rest = sourcesOf('src/**/*.ts').filter(({ path }) => !KNOWS.some((place) => place.test(path)))

describe('the gateways', () => {
  it('are named by their adapters and their routes alone', () => {
    expect(rest.length).toBeGreaterThan(1000)
    expect(rest.flatMap(namesIn)).toEqual([])
  })

  it.each([
    "if (tx.gateway === 'A') return",
    'case "B":',
    "const OF_B = sql`g.gateway = 'B'`",
    "from: 'gatewayA:clearing'",
    'export const GATEWAY_B_CLEARING = 1',
    'compareWithGatewayB(ctx)',
    '/** Asks gateway A. */',
  ])('are found where they are named: %s', (text) => {
    expect(namesIn({ path: 'src/planted.ts', text })).toHaveLength(1)
  })

  it.each(['GET /gatewayB/networks', "'A quoi'", 'gatewayAnswers'])('are not taken for others: %s', (text) => {
    expect(namesIn({ path: 'src/planted.ts', text })).toEqual([])
  })

  it('are asked for by the compiler where one is missing', () => {
    // @ts-expect-error one without its facts
    const facts: Record<GatewayId | 'Nobody', unknown> = GATEWAYS
    // @ts-expect-error one that is not on the list
    const route: (typeof ROUTING)['ORDER'] = { gateway: 'Nobody', kind: 'payin' }
    expect(Object.keys(facts)).not.toContain(route.gateway)
  })

  it('differ in what accounts, jobs and incidents call them, which begin with the name', () => {
    expect(new Set(GATEWAY_IDS).size).toBe(GATEWAY_IDS.length)
    for (const id of GATEWAY_IDS) expect(id).toMatch(/^[A-Z][A-Za-z0-9]*$/)
  })

  it('of charges tell the reference that their caller gave: it keeps a charge from being made twice', () => {
    const { referenceOf } = GATEWAYS[ROUTING.CHARGE.gateway]
    expect(referenceOf('CH-ref 1', () => 'another')).toBe('CH-ref 1')
  })
})
