import { useRef } from 'preact/hooks'
import { money, number } from '../show.ts'

/** A leap of an amount, as a part of the old one; and of a rate, in points of a hundred. */
export const LEAP = 0.1
const LEAP_POINTS = 10
/** A second press sooner than this, in ms, is a key that bounced: nobody has read the message yet. */
const READ_MS = 2000

/** Asks for a second press before something is sent: a comma in the wrong place would reprice the whole market. */
export function useSecondLook() {
  const asked = useRef({ leap: '', at: 0 })
  return {
    /** Whether the person pressed again after they could read about this leap. */
    isConfirmed: (leap: string) => asked.current.leap === leap && Date.now() - asked.current.at > READ_MS,
    /** The error that shows the leap and asks for the second press. */
    again: (leap: string, said: string) => {
      // A press that came too soon does not begin the time anew.
      if (asked.current.leap !== leap) asked.current = { leap, at: Date.now() }
      return new Error(`${said} Si c'est bien cela, relisez, puis appuyez de nouveau.`)
    },
  }
}

/** A value that is about to change; `unit` is a currency, or % of a rate. Without an old or a new value nothing leaps. */
export type Change = { label: string; old: string | null | undefined; next: string | undefined; unit: string }

/** A check of values before they are sent. @throws the error that repeats the old and the new value of each that leaps */
export function useLeapCheck(): (changes: Change[]) => void {
  const { isConfirmed, again } = useSecondLook()
  return (changes) => {
    const said = changes.filter(isLeap).map(wordsOf).join(', ')
    if (said && !isConfirmed(said)) throw again(said, `${said}.`)
  }
}

function isLeap({ old, next, unit }: Change): boolean {
  if (!old || !next) return false
  const change = Number(next) - Number(old)
  return unit === '%' ? Math.abs(change) > LEAP_POINTS : Math.abs(change) > LEAP * Number(old)
}

const wordsOf = ({ label, old, next, unit }: Change) =>
  `${label} : ${inWords(old, unit)} devient ${inWords(next, unit)}`

const inWords = (value: string | null | undefined, unit: string) =>
  unit === '%' ? `${number(value ?? '')} %` : money(value ?? '', unit)
