import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { GROUPS, PAGES, type Page } from './pages.tsx'
import { useMay, useMe } from './role.ts'
import { when } from './show.ts'
import { focusOn } from './ui/focus.ts'
import { roleWord } from './words.ts'

/** The place in the address: "#/commandes/019a…" is the page "commandes" and the thing shown on it; the search stands behind "?". */
function usePlace() {
  const read = () => {
    const [name = '', ...rest] = location.hash.replace(/^#\/?|\?.*/g, '').split('/')
    return { name, id: decodeURIComponent(rest.join('/')) }
  }
  const [place, setPlace] = useState(read)
  useEffect(() => {
    const follow = () => setPlace(read())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}

type Props = {
  onLeave: () => void
  onChanged: () => void
  /** True after a sign-in: the keyboard then starts at the page's heading. */
  hasSignedIn: boolean
}

/** The head, the pages that the role may see, and the page itself. */
export function Frame({ onLeave, onChanged, hasSignedIn }: Props) {
  const me = useMe()
  const may = useMay()
  const place = usePlace()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const pages = PAGES.filter(({ roles }) => may(roles))
  const page = pages.find(({ name }) => name === place.name)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const needsFactor = !me.totpEnabled && me.passkeyCount === 0
  // Runs before anybody can type: later it would take the keyboard out of a field.
  useLayoutEffect(() => {
    setMenuOpen(false)
    document.title = `${page?.title ?? 'Bureau'} · Soko`
    if (!isFirst.current || hasSignedIn) {
      focusOn(main.current?.querySelector<HTMLElement>('h1') ?? main.current)
      scrollTo(0, 0)
    }
    isFirst.current = false
  }, [page, place.id])
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Aller au contenu
      </button>
      <header>
        <a class="brand" href="#/">
          Soko <small>bureau</small>
        </a>
        <span class="who">
          {me.name} <small>{roleWord(me.role)}</small>
        </span>
        <button type="button" class="menu" aria-expanded={isMenuOpen} onClick={() => setMenuOpen(!isMenuOpen)}>
          Menu
        </button>
      </header>
      <nav class={isMenuOpen ? 'pages open' : 'pages'} aria-label="Pages du bureau">
        {GROUPS.map((group) => (
          <PagesOf key={group} title={group} pages={pages.filter((each) => each.group === group)} current={page} />
        ))}
        <button type="button" onClick={onLeave}>
          Se déconnecter
        </button>
      </nav>
      <main ref={main} id="contenu" tabIndex={-1}>
        {me.approvalsHeldUntil && (
          <p class="notice">
            Vous n'approuvez rien qui touche à l'argent avant le {when(me.approvalsHeldUntil)} : votre rôle, ou votre
            retour, a moins de 24 heures.
          </p>
        )}
        {needsFactor && place.name !== 'compte' && (
          <p class="notice">
            L'équipe travaille avec un second facteur :{' '}
            <a href="#/compte">ajoutez une application d'authentification</a>.
          </p>
        )}
        {page ? (
          page.show(place.id, onChanged)
        ) : (
          <>
            <h1>Pas de page ici</h1>
            <p>Cette page n'existe pas, ou elle n'est pas pour votre rôle.</p>
          </>
        )}
      </main>
    </div>
  )
}

type Part = { title: string; pages: Page[]; current: Page | undefined }

/** A part of the menu; nothing if the role may see none of its pages. */
const PagesOf = ({ title, pages, current }: Part) =>
  pages.length > 0 && (
    <section>
      <h2>{title}</h2>
      {pages.map((page) => (
        <a key={page.name} href={`#/${page.name}`} aria-current={page === current ? 'page' : undefined}>
          {page.title}
        </a>
      ))}
    </section>
  )
