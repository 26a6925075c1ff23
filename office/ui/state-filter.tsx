import { useState } from 'preact/hooks'
import { Choice } from './choice.tsx'
import type { Option } from './fields.tsx'

type Props = { all: string; options: Option[]; onChoice: (state: string) => void }

/** Shows only what is in one state. */
export function StateFilter({ all, options, onChoice }: Props) {
  const [state, setState] = useState('')
  const choose = (chosen: string) => {
    setState(chosen)
    onChoice(chosen)
  }
  return <Choice label="État" options={[{ value: '', label: all }, ...options]} value={state} onChoice={choose} />
}
