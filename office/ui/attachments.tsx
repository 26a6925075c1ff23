import type { Attachment } from '@soko/client'
import { PaperButton } from './files.tsx'

/** The path and signature of a private file on the page's own origin, whatever public name the service has. */
function addressHere(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}

/** The files that go with a text, each behind a button. */
export const Attachments = ({ of }: { of: Attachment[] }) =>
  of.length === 0 ? null : (
    <div class="buttons">
      {of.map(({ id, url, contentType }, i) => (
        <PaperButton
          key={id}
          label={`Pièce ${i + 1}`}
          isPicture={contentType.startsWith('image/')}
          read={() => fetch(addressHere(url))}
        />
      ))}
    </div>
  )
