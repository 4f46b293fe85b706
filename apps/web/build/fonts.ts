import type { Plugin } from 'vite'

const firstFaces = /(?:hanken|bricolage)-grotes(?:k|que)-latin-wght-normal[^/]*\.woff2$/

/** The two latin faces are asked for by the page, before its style sheet has been read. */
export const fonts = (): Plugin => ({
  name: 'parvis:fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {}).filter(file => firstFaces.test(file)).map(file => ({
        tag: 'link',
        injectTo: 'head-prepend',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
      })),
  },
})
