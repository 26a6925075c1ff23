import { useEffect, useState } from 'preact/hooks'
import type { Values } from './fields.tsx'

/** What this tab remembers of whoever works in it: it is still there after a reload, or when their session was ended meanwhile. */
type Kept = { owner?: { id: string; email: string }; values: Record<string, unknown> }

const STORE = 'soko-bureau'
let kept = read()

function read(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '') as Kept
  } catch {
    return { values: {} }
  }
}

/** Where the browser stores nothing, it is remembered until the page is loaded anew. */
function write(): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(kept))
  } catch {}
}

const placeNow = () => location.hash.split('?')[0] ?? ''
const paramsNow = () => new URLSearchParams(location.hash.split('?')[1])
const keyOf = (name: string) => name.split(' : ').at(-1) ?? name

function writeAddress(key: string, value: unknown, first: unknown): void {
  const params = paramsNow()
  if (value === first) params.delete(key)
  else params.set(key, String(value))
  history.replaceState(history.state, '', `${placeNow() || '#/'}${params.size > 0 ? `?${params}` : ''}`)
}

/**
 * As `useState`, and in the address for a reload, the way back and a bookmark: what was searched, which page of a list. Its name is
 * "page of the office : key in the address"; it is remembered under it for when one comes back to the page by the menu.
 */
export function useKept(name: string, first: number): [number, (value: number) => void]
export function useKept<T extends string = string>(name: string, first: NoInfer<T>): [T, (value: T) => void]
export function useKept<T extends string | number>(name: string, first: T): [T, (value: T) => void] {
  const key = keyOf(name)
  const inAddress = () => {
    const text = paramsNow().get(key)
    return text === null ? undefined : ((typeof first === 'number' ? Number(text) || first : text) as T)
  }
  const [value, setValue] = useState<T>(() => inAddress() ?? (kept.values[name] as T | undefined) ?? first)
  const set = (next: T) => {
    keep(name, next)
    setValue(() => next)
  }
  useEffect(() => {
    keep(name, value)
    writeAddress(key, value, first)
  }, [value])
  useEffect(() => {
    const place = placeNow()
    const follow = () => placeNow() === place && set(inAddress() ?? first)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return [value, set]
}

/** Sets what a page will be opened with. */
export function keep(name: string, value: unknown): void {
  kept.values[name] = value
  write()
}

export type Draft = { current: Values }

/** What was typed and not sent under this name, for a form that is left and come back to. */
export const draftFor = (name: string): Draft => ({
  get current() {
    return (kept.values[name] ?? {}) as Values
  },
  set current(values) {
    keep(name, values)
  },
})

/** Remembers for this person from now on; what is remembered of somebody else is forgotten. */
export function keepFor(owner: { id: string; email: string }): void {
  if (kept.owner?.id !== owner.id) kept = { values: {} }
  kept.owner = { id: owner.id, email: owner.email }
  write()
}

/** The address of whoever worked here and did not sign out. */
export const keptEmail = () => kept.owner?.email ?? ''

/** Forgets all of it: somebody else may sign in next. */
export function forgetKept(): void {
  kept = { values: {} }
  write()
}
