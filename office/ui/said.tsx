import { useEffect, useState } from 'preact/hooks'

let tell: (text: string) => void = () => {}

/** Says for some seconds, also to a screen reader, what was done. */
export const say = (text: string) => tell(text)

/** Where it is said. */
export function Said() {
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
