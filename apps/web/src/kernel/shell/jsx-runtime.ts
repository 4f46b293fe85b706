import { Fragment, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime'
import { withServerUrls } from './shell.ts'

// Replaces React's JSX runtime in native shells: makes picture URLs absolute, as the server is another origin.

type Jsx = typeof plainJsx

const withServerPictures =
  (createJsx: Jsx): Jsx =>
  (type, props, key) => {
    if (type !== 'img') return createJsx(type, props, key)
    const { src, srcSet } = props as { src?: string; srcSet?: string }
    const sources = { ...(src && { src: withServerUrls(src) }), ...(srcSet && { srcSet: withServerUrls(srcSet) }) }
    return createJsx(type, { ...(props as object), ...sources }, key)
  }

export const jsx = withServerPictures(plainJsx)
export const jsxs = withServerPictures(plainJsxs)
export { Fragment }
