import { expect, it } from 'vitest'
import { DATE_REQUIRED, dateFault, FUTURE_DATE } from '#domain/catalogue/imports/expiry.ts'
import type { VariantNow } from '#domain/catalogue/imports/queries.ts'

// Rule: a date that is given is to come. Where the category asks for one, a product that is new, that moves there or that loses
// its date has one to come; a product that nobody touches may have run out.

const NOW = 1_800_000_000_000
const known = (expiresAt: number | null) => ({ subcategoryId: 'here', expiresAt }) as VariantNow
const at = (expiresAt: number | null) => ({ expiresAt })
const moved = { place: { subcategoryId: 'there' } }
const stays = { place: { subcategoryId: 'here' } }

type Given = Parameters<typeof dateFault>[0]
type Case = [what: string, given: Given, before: VariantNow | undefined, fault: string | undefined]
const ANYWHERE: Case[] = [
  ['a new product for this very moment', at(NOW), undefined, FUTURE_DATE],
  ['a new product for the next moment', at(NOW + 1), undefined, undefined],
  ['a product moved to a date that is past', at(NOW - 1), known(null), FUTURE_DATE],
  ['the past date that it has, said again', at(NOW - 1), known(NOW - 1), undefined],
  ['nothing about the past date that it has', {}, known(NOW - 1), undefined],
]
const OPTIONAL: Case[] = [
  ['a new product without a date', {}, undefined, undefined],
  ['a product that loses its date', at(null), known(NOW + 1), undefined],
  ['a product with a past date that moves', moved, known(NOW - 1), undefined],
]
const REQUIRED: Case[] = [
  ['a new product without a date', {}, undefined, DATE_REQUIRED],
  ['a new product whose date is empty', at(null), undefined, DATE_REQUIRED],
  ['a product that loses its date', at(null), known(NOW + 1), DATE_REQUIRED],
  ['a product without a date that moves', moved, known(null), DATE_REQUIRED],
  ['a product without a date that is named where it is', stays, known(null), undefined],
  ['nothing about a product without a date', {}, known(null), undefined],
  ['a product whose date is past that moves', moved, known(NOW), FUTURE_DATE],
  ['a product whose date is to come that moves', moved, known(NOW + 1), undefined],
  ['a product whose date is past that is named where it is', stays, known(NOW), undefined],
]

it.each([...ANYWHERE, ...OPTIONAL])('where no date is asked for: %s', (_, given, before, fault) => {
  expect(dateFault(given, before, { now: NOW, isRequired: false })).toBe(fault)
})

it.each([...ANYWHERE, ...REQUIRED])('where one is asked for: %s', (_, given, before, fault) => {
  expect(dateFault(given, before, { now: NOW, isRequired: true })).toBe(fault)
})
