import { ApiError } from '@soko/client'
import { useState } from 'preact/hooks'
import { frame, isRenewed, renewals, wordsOf } from '../api.ts'
import { useOpener } from './card.tsx'
import { Dialog } from './dialog.tsx'
import { say } from './said.tsx'

type Props = { label: string; isPicture: boolean; read: () => Promise<Response> }

/** A private paper, read only on a click: each reading is written into the record of acts. */
export function PaperButton({ label, isPicture, read }: Props) {
  const [url, setUrl] = useState('')
  const opener = useOpener()
  const open = async () => {
    try {
      const blob = await blobOf(read)
      if (isPicture) setUrl(URL.createObjectURL(blob))
      else save(blob, label)
    } catch (error) {
      say(wordsOf(error))
    }
  }
  const close = () => {
    URL.revokeObjectURL(url)
    setUrl('')
  }
  return (
    <>
      <button {...opener} type="button" onClick={open}>
        {label}
      </button>
      {url && <LargePicture url={url} name={label} onClose={close} />}
    </>
  )
}

const LargePicture = ({ url, name, onClose }: { url: string; name: string; onClose: () => void }) => (
  <Dialog title={name} onClose={onClose}>
    <img class="paper" src={url} alt={name} />
    <div class="buttons">
      <button type="button" onClick={onClose}>
        Fermer
      </button>
    </div>
  </Dialog>
)

/** A small picture that opens large. */
export function PictureButton({ url, name }: { url: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" class="picture" onClick={() => setOpen(true)}>
        <img src={url} alt={`${name}, en grand`} width={96} height={96} loading="lazy" decoding="async" />
      </button>
      {isOpen && <LargePicture url={url} name={name} onClose={close} />}
    </>
  )
}

/** A button that saves a file, such as a list as CSV. */
export function SaveButton({ label, name, read }: { label: string; name: string; read: () => Promise<Response> }) {
  const fetchAndSave = async () => {
    try {
      save(await blobOf(read), name)
    } catch (error) {
      say(wordsOf(error))
    }
  }
  return (
    <button type="button" onClick={fetchAndSave}>
      {label}
    </button>
  )
}

/** The bytes that a request answers; it is made again once the access token, which had ended, is renewed. */
async function blobOf(read: () => Promise<Response>): Promise<Blob> {
  const before = renewals
  const first = await read()
  const answer = first.status === 401 && (await isRenewed(before)) ? await read() : first
  if (answer.ok) return answer.blob()
  const body = (await answer.json().catch(() => undefined)) as { error?: ConstructorParameters<typeof ApiError>[1] }
  if (answer.status === 401) frame.signedOut()
  throw new ApiError(
    answer.status,
    body?.error ?? { code: 'INTERNAL_ERROR', message: 'Ce fichier ne peut pas être lu.' },
  )
}

/** Saves a file under a name. */
export function save(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name })
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The path of a picture on the page's own origin, whatever public name the service has. */
export const urlHere = (url: string) => new URL(url, location.href).pathname
