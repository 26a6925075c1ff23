import type { Locale } from '#kernel/format.ts'
import { declaredNotice, hasLink, inPlaceOfLink } from './notice.ts'
import { titleOfPush } from './push-terms.ts'

/** Words in the app in place of a link: a person with a stolen session must not be able to take a change back with it. */
const LINK = { fr: 'le lien est dans votre e-mail.', en: 'the link is in your e-mail.' } as const satisfies Record<
  Locale,
  string
>

/** A notification as its row has it: facts, or the text itself. */
export type Told = { type: string; facts: object | null; title: string | null; body: string | null }

/** Makes the text of a notification in its reader's language; a kind that there is no more has its title alone. */
export function wordsOf({ type, facts, title, body }: Told, locale: Locale): { title: string; body: string } {
  if (!facts) return { title: title ?? '', body: body ?? '' }
  const notice = declaredNotice(type)
  if (!notice) return { title: titleOfPush(type)[locale], body: '' }
  const said = hasLink(facts)
    ? inPlaceOfLink(notice, locale, facts as never, LINK[locale])
    : notice.words(locale, facts as never)
  return { title: said.subject, body: said.body }
}
