import type { Health } from '@soko/client'
import { hour } from '../show.ts'
import type { Tone } from '../ui/card.tsx'
import { jobWords } from './words.ts'

type Quarter = Health['history']['quarters'][number]
type QuarterCell = { at: number; quarter: Quarter | undefined; tone: Tone; words: string }

const QUARTER_MS = 15 * 60_000
const QUARTERS = 96
/** Ticks of a complete quarter of an hour; two may be late at its edges. */
const ENOUGH = 13

/** Each quarter of an hour of the last day as a square, and those with a problem in words. */
export function Day({ of }: { of: Health['history'] }) {
  const day = lastDay(of.quarters)
  const wrong = day.filter(({ tone }) => tone === 'bad' || tone === 'wait')
  return (
    <>
      <div class="day" role="img" aria-label={`Les 24 dernières heures : ${wrong.length} quarts d'heure à regarder`}>
        {day.map(({ at, tone, words }) => (
          <i key={at} class={tone} title={`${hour(at)} : ${words}`} />
        ))}
      </div>
      <p class="soft ends">
        <span>{hour(day[0]?.at ?? 0)} hier</span>
        <span>maintenant</span>
      </p>
      {wrong.length === 0 ? (
        <p>Rien à signaler.</p>
      ) : (
        <ul class="lines">
          {wrong.reverse().map(({ at, words }) => (
            <li key={at}>
              <span>{hour(at)}</span>
              <span class="end">{words}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function lastDay(quarters: Quarter[]): QuarterCell[] {
  const known = new Map(quarters.map((quarter) => [Date.parse(quarter.at), quarter]))
  const first = Math.min(...known.keys())
  const present = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS
  return Array.from({ length: QUARTERS }, (_, i) => {
    const at = present - (QUARTERS - 1 - i) * QUARTER_MS
    const quarter = known.get(at)
    // The quarter under way and the first quarter can only be partly there.
    const isPart = at === present || at === first
    return { at, quarter, ...judge(quarter, at < first, isPart) }
  })
}

function judge(quarter: Quarter | undefined, isBefore: boolean, isPart: boolean): { tone: Tone; words: string } {
  if (isBefore) return { tone: 'plain', words: 'pas encore mesuré' }
  if (!quarter) return isPart ? { tone: 'plain', words: 'en cours' } : { tone: 'bad', words: "rien n'a tourné" }
  const { ticks, failures, failed, worstMs } = quarter
  if (failures > 0) return { tone: 'bad', words: `échecs : ${failed.map(jobWords).join(', ')}` }
  if (ticks < ENOUGH && !isPart) return { tone: 'wait', words: `${ticks} passages sur 15` }
  return { tone: 'good', words: `passages : ${ticks}, au plus ${seconds(worstMs)}` }
}

/** A duration in seconds: "0,4 s". */
export const seconds = (ms: number | null) => (ms === null ? '—' : `${(ms / 1000).toFixed(1).replace('.', ',')}\u00a0s`)
