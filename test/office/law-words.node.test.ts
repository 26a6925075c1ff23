import { describe, expect, it } from 'vitest'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { lawWords } from '../../office/money/law-words.ts'

describe('the checks of the ledger on the office page', () => {
  it('each has its French words, and no two the same', () => {
    const names = Object.keys(LAWS)
    expect(names.filter((name) => lawWords(name) === name)).toEqual([])
    expect(new Set(names.map(lawWords)).size).toBe(names.length)
  })

  it('show what has none as the ledger says it', () => {
    expect(lawWords('every total of moons is a number of rows')).toBe('every total of moons is a number of rows')
    expect(lawWords('no moon is lost')).toBe('no moon is lost')
  })
})
