import { useEffect, useState } from 'preact/hooks'

let tell: (text: string) => void = () => {}

/** Shows a text for some seconds, to screen readers too. */
export const say = (text: string) => tell(text)

/** The place on the page where `say` shows its text. */
export function StatusLine() {
  const [text, setText] = useState('')
  tell = setText
  useEffect(() => {
    const timer = setTimeout(() => setText(''), 6000)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p id="said" role="status" class={text ? 'shown' : ''}>
      {text}
    </p>
  )
}
