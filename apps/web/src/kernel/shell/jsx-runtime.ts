import { Fragment, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime'
import { fromServer } from './shell.ts'

// The build of a shell draws by this in place of React's own: so no component need know where its pictures come from.

type Draw = typeof plainJsx

const drawing =
  (draw: Draw): Draw =>
  (type, props, key) => {
    if (type !== 'img') return draw(type, props, key)
    const { src, srcSet } = props as { src?: string; srcSet?: string }
    const sources = { ...(src && { src: fromServer(src) }), ...(srcSet && { srcSet: fromServer(srcSet) }) }
    return draw(type, { ...(props as object), ...sources }, key)
  }

export const jsx = drawing(plainJsx)
export const jsxs = drawing(plainJsxs)
export { Fragment }
