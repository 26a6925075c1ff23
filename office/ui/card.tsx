import { type ComponentChildren, createContext } from 'preact'
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { passFocusOn } from './focus.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'plain'

/** A state in a word. The word says it; the colour only helps. */
export const Tag = ({ tone = 'plain', children }: { tone?: Tone | undefined; children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
)

type CardProps = {
  /** The id of the thing on the card: drafts of the card's windows are stored under it. A card without windows needs none. */
  of?: string
  title: ComponentChildren
  tag?: ComponentChildren
  children?: ComponentChildren
  buttons?: ComponentChildren
}

const Titled = createContext('')
const Thing = createContext<string | undefined>(undefined)

/** Whether a component stands in a card, and the id of the thing on that card. */
export const useCard = () => ({ isInCard: useContext(Titled) !== '', thing: useContext(Thing) })

/** One thing of a list: its title, its facts, and the buttons of its acts. */
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
 * Attributes of a card's button for people who do not see it: its name includes the card's title, "Approuver Maison
 * Kivu", and when the card is decided and gone, the keyboard goes on to the next card.
 */
export function useOpener() {
  const id = useId()
  const title = useContext(Titled)
  const ref = useRef<HTMLButtonElement>(null)
  // A layout effect ends while the button is still there; an effect would end after the paint.
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      if (button && button === document.activeElement) passFocusOn(button)
    }
  }, [])
  return { ref, ...(title && { id, 'aria-labelledby': `${id} ${title}` }) }
}

/** The facts of a thing: names and values. Empty values are left out. */
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

/** A list of cards, or a text if there is none. */
export const Cards = ({ children, empty = 'Rien ici.' }: { children: ComponentChildren[]; empty?: string }) =>
  children.length === 0 ? <p class="soft">{empty}</p> : <ul class="cards">{children}</ul>
