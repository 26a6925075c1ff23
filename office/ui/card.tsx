import { type ComponentChildren, createContext } from 'preact'
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { passFocusOn } from './focus.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'plain'

/** A state in a word. The word says it; the colour only helps. */
export const Tag = ({ tone = 'plain', children }: { tone?: Tone | undefined; children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
)

type CardProps = {
  /** The id of what it shows: what is typed into its windows is remembered under it. A card without windows needs none. */
  of?: string
  title: ComponentChildren
  tag?: ComponentChildren
  children?: ComponentChildren
  buttons?: ComponentChildren
}

const Titled = createContext('')
const Thing = createContext<string | undefined>(undefined)

/** Whether this is part of a card, and the id of what the card shows. */
export const useCard = () => ({ isInCard: useContext(Titled) !== '', thing: useContext(Thing) })

/** One thing of a list: what it is, what is known of it, and what may be done. */
export function Card({ of, title, tag, children, buttons }: CardProps) {
  const id = useId()
  return (
    <li class="card">
      <div class="head">
        <h3 id={id}>{title}</h3>
        {tag}
      </div>
      <Titled.Provider value={id}>
        <Thing.Provider value={of}>
          {children}
          {buttons && <div class="buttons">{buttons}</div>}
        </Thing.Provider>
      </Titled.Provider>
    </li>
  )
}

/**
 * What a button of a card needs for those who do not see it: its name says of what it is, "Approuver Maison Kivu", and when the card is
 * decided and gone the keyboard goes on to the next.
 */
export function useOpener() {
  const id = useId()
  const title = useContext(Titled)
  const ref = useRef<HTMLButtonElement>(null)
  // While it is still there: an effect's end comes after the paint.
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      if (button && button === document.activeElement) passFocusOn(button)
    }
  }, [])
  return { ref, ...(title && { id, 'aria-labelledby': `${id} ${title}` }) }
}

/** What is known of a thing: names and values, those that are empty left out. */
export const Facts = ({ of }: { of: [name: string, value: ComponentChildren][] }) => (
  <dl class="facts">
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** A list of cards, or that there is nothing. */
export const Cards = ({ children, empty = 'Rien ici.' }: { children: ComponentChildren[]; empty?: string }) =>
  children.length === 0 ? <p class="soft">{empty}</p> : <ul class="cards">{children}</ul>
