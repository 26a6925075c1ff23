import { describe, expect, it } from 'vitest'
import { skeletonOf } from '#kernel/look-alikes.ts'
import { CONFUSABLES } from '#testing/fixtures/confusables.ts'

// Rule 8.3.6 with 8.4.1: names are compared by look-alikes: the skeleton of UTS 39 of Latin, Greek and Cyrillic.

const pairs = CONFUSABLES.flatMap((group) => group.flatMap((one, i) => group.slice(i + 1).map((other) => [one, other])))

describe('two names that differ in one letter', () => {
  it('8.3.6 there are such pairs', () => expect(pairs.length).toBeGreaterThan(400))

  it.each(CONFUSABLES.map((group) => [group.join(''), group] as const))(
    '8.3.6 of those that look alike, %s, have the same skeleton',
    (_, group) => {
      const apart = group.filter(
        (letter) =>
          skeletonOf(`Ba${letter}di 7`) !== skeletonOf(`Ba${group[0]}di 7`) ||
          skeletonOf(letter) !== skeletonOf(group[0] ?? ''),
      )
      expect(apart).toEqual([])
    },
  )

  it.each([
    ['Kivu', 'Kiwu'],
    ['Bandi', 'Bamdi'],
    ['Pagne', 'Bagne'],
    ['Goma', 'Gama'],
    ['Lwa', 'Lza'],
  ])('8.3.6 that nobody confuses, %s and %s, have two', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other))
  })
})
