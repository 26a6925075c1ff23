import { expect, it } from 'vitest'
import { deceitIn, skeletonOf } from '#kernel/look-alikes.ts'

const NAME = 'Inzora Kivu'

it.each([
  'inzora kivu',
  'INZORA-KIVU',
  'Inz\u200bora Kivu',
  'Inzora Kivu\u00ad',
  'Inzora Kivu\u{e0041}',
  '\u2060Inzora\u00a0Kivu',
  'Inzora Kivu\u0332',
  'Inzоrа Kivu',
  'INZОRА КIVU',
  'Ιnzοra Κivu',
  'Inz0ra Kivu',
  'Ｉｎｚｏｒａ Kivu ✅',
  'Inzóra Kívu',
])('%j looks like the name', (name) => {
  expect(skeletonOf(name)).toBe(skeletonOf(NAME))
})

it.each([
  ['Moderne', 'Modeme'],
  ['Sɔngɔ', 'Songo'],
  ['Shop 1', 'Shop l'],
  ['Kilo', 'KiIo'],
  ['Ihusi', 'lhusi'],
])('%j looks like %j', (a, b) => {
  expect(skeletonOf(a)).toBe(skeletonOf(b))
})

it.each(['Inzora Kivi', 'Inzora', 'Kivu Inzora', 'محمد', '★'])('%j looks otherwise', (name) => {
  expect(skeletonOf(name)).not.toBe(skeletonOf(NAME))
  expect(skeletonOf(name)).not.toBe('')
})

it.each([
  'Soko Support',
  'SOKO',
  'Ѕоkо',
  'S0k0',
  'S o k o',
  'SokoSupport',
  'Kivu Officiel',
  'Compte officielle',
  'Adm1n',
  'Administrateur Goma',
  'Support technique',
  'Soko24',
  '24soko24',
  'Support1',
  'Admin2 Goma',
  'S0k0 24',
  'S o k o 2',
  'Оfficiel２０２６',
  'Kivu ✔',
  'Kivu ✅',
  '🛡️ Kivu',
])('%j speaks for the service', (name) => {
  expect(deceitIn(name)).toBeTypeOf('string')
})

it.each([
  'Sokoni',
  'Sokolo',
  'Kivu',
  'Supporters FC',
  'Badmin',
  'Amani 🌸',
  "N'djili",
  'Officine',
  'Ado24',
  '7 Collines',
])('%j is a name', (name) => {
  expect(deceitIn(name)).toBeUndefined()
})
