import { LAWS } from '#domain/money/ledger/checks.ts'
import { checkNightLaws } from '#domain/money/ledger/clock/check-night-laws.ts'
import type { TestDomain } from './domain.ts'

/** Holds each law on the whole database now, as finance reads verdicts. */
export const holdWhole = ({ rows }: Pick<TestDomain, 'rows'>) =>
  Object.entries(LAWS).map(([name, law]) => {
    const { length } = rows(law)
    return { name, ok: length === 0, difference: String(length) }
  })

/** Holds all slices of the night that is some milliseconds later, as many runs as it takes. */
export async function holdNight({ after, row }: Pick<TestDomain, 'after' | 'row'>, ms = 0): Promise<void> {
  const turn = () => row<{ turn: number }>('SELECT turn FROM law_clock')?.turn
  for (let before = -1; before !== turn(); ) {
    before = turn() ?? -1
    await checkNightLaws(after(ms))
  }
}
