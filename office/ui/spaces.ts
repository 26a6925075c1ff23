import { options } from 'preact'

const BEFORE_MARK = / (?=[?!:;»])|(?<=«) /g
const keepTogether = (child: unknown) => (typeof child === 'string' ? child.replace(BEFORE_MARK, '\u00a0') : child)

/**
 * Makes the space that French puts before some marks a non-breaking one, in everything drawn from now on, so that no
 * line begins with such a mark.
 */
export function keepMarksOnTheirLine(): void {
  const before = options.vnode
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string') {
      const props = vnode.props as { children?: unknown }
      props.children = Array.isArray(props.children) ? props.children.map(keepTogether) : keepTogether(props.children)
    }
    before?.(vnode)
  }
}
