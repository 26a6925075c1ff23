import { options } from 'preact'

const BEFORE_MARK = / (?=[?!:;»])|(?<=«) /g
const kept = (child: unknown) => (typeof child === 'string' ? child.replace(BEFORE_MARK, '\u00a0') : child)

/** French puts a space before some marks, and no line may begin with one of them: such a space breaks none that is drawn from now on. */
export function keepMarksOnTheirLine(): void {
  const before = options.vnode
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string') {
      const props = vnode.props as { children?: unknown }
      props.children = Array.isArray(props.children) ? props.children.map(kept) : kept(props.children)
    }
    before?.(vnode)
  }
}
