import { MODERATION_STATUSES } from '#db/schema/core/moderation.ts'
import { REVIEW_STATUSES } from '#db/schema/shops/shops.ts'
import type { Machine, States } from '#domain/core/machine.ts'
import { sourcesOf } from '#testing/sources.ts'

export type AnyMachine = States<string, string> & Partial<Pick<Machine<string, string>, 'table'>>
const isMachine = (value: unknown): value is AnyMachine =>
  typeof value === 'object' && value !== null && 'states' in value && 'events' in value

const files = sourcesOf('src/domain/*/*/machine.ts')
/** Every table of states of the service. */
export const machines = (
  await Promise.all(
    files.map(async ({ path }) => {
      const module = (await import(/* @vite-ignore */ `../../${path}`)) as Record<string, unknown>
      return Object.entries(module).flatMap(([name, machine]) => (isMachine(machine) ? [{ name, machine }] : []))
    }),
  )
).flat()

/** States in which a thing stays for good; out of every other state something leads (docs/states.md, docs/money.md, Corrections). */
export const ENDS: Record<string, string[]> = {
  booking: ['EXPIRED', 'REVERSED'],
  delivery: ['DELIVERED', 'RETURNED', 'CANCELLED'],
  shop: ['CLOSED'],
  ticket: ['CLOSED'],
  report: ['ACTIONED', 'DISMISSED'],
  payout: ['EXPIRED', 'RETURNED'],
  refund: ['SUCCEEDED', 'REJECTED'],
  expense: ['APPROVED', 'REJECTED'],
  incident: ['RESOLVED', 'DISMISSED'],
  gateway_transaction: ['reversed'],
  invoice: ['VOID'],
  subscription_payment: ['REFUNDED'],
  post: ['ARCHIVED'],
}

/** Tables of states that stand beside a status: what their column may hold, and how their events are raised. */
export const BESIDE: Record<string, { states: readonly string[]; call: RegExp }> = {
  moderation: {
    states: MODERATION_STATUSES,
    call: /\b(?:moderate|recordModeration)\(ctx, product, ([^,)]+)|productModeration\.events(\.\w+)/g,
  },
  review: { states: REVIEW_STATUSES, call: /\brecordReview\(ctx, shop, ([^,)]+)/g },
}

export const src = sourcesOf('src/**/*.ts')
const quoted = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, word]) => word ?? '')
const named = (text: string) => [...quoted(text), ...[...text.matchAll(/^\s*(\w+):/gm)].map(([, key]) => key ?? '')]

/** The events that some call passes to this machine: named in the call; where it takes a variable, in that file. */
export function raised(name: string, thing: string, texts: { text: string; whole?: string }[] = src): Set<string> {
  const ofMachine = new RegExp(
    `\\b(?:transition|revise|nextStatus)\\(\\s*(?:ctx,\\s*)?${name},\\s*[\\w.]+,\\s*([^,)]+)`,
    'g',
  )
  const call = BESIDE[thing]?.call ?? ofMachine
  return new Set(
    texts.flatMap(({ text, whole = text }) =>
      [...text.matchAll(call)].flatMap(([, event, own]) => {
        if (own) return own.slice(1)
        const words = quoted(event ?? '')
        return words.length > 0 ? words : named(whole)
      }),
    ),
  )
}

export const movesOf = ({ events }: AnyMachine, isRaised: (event: string) => boolean) =>
  Object.entries(events).flatMap(([event, { from, to }]) =>
    isRaised(event)
      ? from.map((state) => ({ from: state, to: typeof to === 'string' ? to : (to[state] ?? state) }))
      : [],
  )
