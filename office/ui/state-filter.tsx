import { Choice } from './choice.tsx'
import type { Option } from './fields.tsx'

type Props = { all: string; options: Option[]; value: string; onChoice: (state: string) => void }

/** Shows only the things in one state. */
export const StateFilter = ({ all, options, ...choice }: Props) => (
  <Choice label="État" options={[{ value: '', label: all }, ...options]} {...choice} />
)
