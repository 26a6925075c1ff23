import { useState } from 'preact/hooks'

const kept = new Map<string, unknown>()

/** As `useState`, and remembered under its name for when one comes back to the page: what was searched, which page of a list. */
export function useKept<T>(name: string, first: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(kept.has(name) ? (kept.get(name) as T) : first)
  const keep = (next: T) => {
    kept.set(name, next)
    setValue(() => next)
  }
  return [value, keep]
}

/** Sets what a page will be opened with. */
export const keep = (name: string, value: unknown) => kept.set(name, value)

/** What was typed and not sent under this name, for a form that is left and come back to. */
export function draftFor(name: string): { current: Record<string, string> } {
  const draft = (kept.get(name) ?? { current: {} }) as { current: Record<string, string> }
  kept.set(name, draft)
  return draft
}

/** Forgets all of it: somebody else may sign in next. */
export const forgetKept = () => kept.clear()
