import type { Simulation } from './simulation.ts'

type Copy = (from: Simulation, to: Simulation) => void
const copies: Copy[] = []

/** Keeps what one part of the simulation remembers of each history; one that branches off begins with what `copy` gives it. */
export function memory<T>(make: () => T, copy: (known: T) => T = structuredClone): (simulation: Simulation) => T {
  const memories = new WeakMap<Simulation, T>()
  copies.push((from, to) => {
    const known = memories.get(from)
    if (known !== undefined) memories.set(to, copy(known))
  })
  return (simulation) => {
    const known = memories.get(simulation) ?? make()
    memories.set(simulation, known)
    return known
  }
}

export const copyMemories: Copy = (from, to) => {
  for (const copy of copies) copy(from, to)
}
