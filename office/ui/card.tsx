import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'wait' | 'bad' | 'plain'

/** A state in a word. The word says it; the colour only helps. */
export const Tag = ({ tone = 'plain', children }: { tone?: Tone | undefined; children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
)

type CardProps = {
  title: ComponentChildren
  tag?: ComponentChildren
  children?: ComponentChildren
  buttons?: ComponentChildren
}

/** One thing of a list: what it is, what is known of it, and what may be done. */
export const Card = ({ title, tag, children, buttons }: CardProps) => (
  <li class="card">
    <div class="head">
      <h3>{title}</h3>
      {tag}
    </div>
    {children}
    {buttons && <div class="buttons">{buttons}</div>}
  </li>
)

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
