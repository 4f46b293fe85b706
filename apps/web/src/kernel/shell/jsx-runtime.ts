import { Fragment, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime'
import { fromServer } from './shell.ts'

// Replaces React's JSX runtime in shell builds: pictures come from another origin.

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
