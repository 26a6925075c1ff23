import { useId, useState } from 'preact/hooks'
import { wordsOf } from '../api.ts'
import { say } from './said.tsx'

type Props = { label: string; accept: string; send: (file: File) => Promise<unknown>; done: string }

/** Chooses a file and sends it at once; a refusal of the service is shown beside the button. */
export function UploadButton({ label, accept, send, done }: Props) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const take = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (!file) return
    setBusy(true)
    setRefusal('')
    await send(file).then(
      () => say(done),
      (error) => setRefusal(wordsOf(error)),
    )
    input.value = ''
    setBusy(false)
  }
  return (
    <>
      <span class="button upload">
        <label for={id}>{isBusy ? 'Un instant…' : label}</label>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={isBusy}
          onChange={({ currentTarget }) => take(currentTarget)}
        />
      </span>
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}
