import { useEffect, useState } from 'preact/hooks'
import type { Values } from './fields.tsx'

/** The memory of this tab for the person who works in it: it outlives a reload, and the end of their session. */
type TabMemory = { owner?: { id: string; email: string }; values: Record<string, unknown> }

const STORE = 'soko-bureau'
let kept = read()

function read(): TabMemory {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '') as TabMemory
  } catch {
    return { values: {} }
  }
}

/** Stores the memory. If the browser stores nothing, it lasts until the page is loaded again. */
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
 * A `useState` whose value also stands in the address, for a reload, the way back and a bookmark: a search, a page of a
 * list.
 * `name` is "page of the office : key in the address". The value is remembered under `name` for a return by the menu.
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

/** Sets the value with which a page will open; `undefined` forgets it. */
export function keep(name: string, value: unknown): void {
  kept.values[name] = value
  write()
}

/** The value that was kept under this name. */
export const keptValue = <T>(name: string) => kept.values[name] as T | undefined

export type Draft = { current: Values }

/** The values that were typed and not sent under this name, for a form that is left and opened again. */
export const draftFor = (name: string): Draft => ({
  get current() {
    return (kept.values[name] ?? {}) as Values
  },
  set current(values) {
    keep(name, values)
  },
})

/** Remembers for this person from now on, and forgets the values of anybody else. */
export function keepFor(owner: { id: string; email: string }): void {
  if (kept.owner?.id !== owner.id) kept = { values: {} }
  kept.owner = { id: owner.id, email: owner.email }
  write()
}

const SESSION = 'soko-bureau-session'

/** Whether somebody signed in with this browser and did not sign out. If the browser stores nothing, it is not known: true. */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(SESSION) !== null
  } catch {
    return true
  }
}

/** Remembers for every tab of this browser whether somebody is signed in. */
export function rememberSession(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(SESSION, 'open')
    else localStorage.removeItem(SESSION)
  } catch {}
}

/** The e-mail address of the person who worked here and did not sign out. */
export const keptEmail = () => kept.owner?.email ?? ''

/** Forgets everything: somebody else may sign in next. */
export function forgetKept(): void {
  kept = { values: {} }
  write()
}
